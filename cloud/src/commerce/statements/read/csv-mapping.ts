export const DATE_FORMATS = ['YYYY-MM-DD', 'YYYYMMDD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;

/** What the columns of a bank's CSV are called, and how it writes days and amounts. Statements of this kind name no account and no balance. */
export interface CsvMapping {
  readonly account: string;
  readonly currency: string;
  readonly delimiter: ',' | ';' | '\t' | '|';
  readonly decimal: '.' | ',';
  readonly dateFormat: (typeof DATE_FORMATS)[number];
  readonly bookedOn: string;
  /** Signed: what is below zero went out. */
  readonly amount: string;
  readonly text: string;
  readonly bankReference?: string | undefined;
  readonly payer?: string | undefined;
}
