/** One payment of a bank statement, in minor units of the account's currency. */
export interface BankEntry {
  /** The bank's own name for it, or a fingerprint where it gave none: with the account it is one payment, in whatever files it comes. */
  readonly key: string;
  /** As the bank prints it; null where it gave none. */
  readonly bankReference: string | null;
  /** The day on which the bank booked it, such as `2026-11-30`. */
  readonly bookedOn: string;
  readonly minor: number;
  readonly direction: 'credit' | 'debit';
  /** It takes back one that came before. */
  readonly reversal: boolean;
  /** What the payer wrote, on one line. */
  readonly text: string;
  readonly payer: string | null;
}

/** What one statement says of one account. */
export interface BankStatement {
  /** The bank's number of it. */
  readonly statementId: string;
  /** The IBAN, or whatever else the bank calls the account. */
  readonly account: string;
  readonly currency: string;
  readonly openingMinor: number | null;
  readonly closingMinor: number | null;
  readonly entries: readonly BankEntry[];
}

/** Why a file is taken for no statement: where in it, and the rule that it breaks. Nothing of it counts then. */
export interface StatementProblem {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** Thrown by what reads a file; `malformed` where it is not even of its format. */
export class StatementError extends Error {
  readonly problem: StatementProblem;
  readonly malformed: boolean;
  constructor(problem: StatementProblem, { malformed = false }: { readonly malformed?: boolean } = {}) {
    super(problem.message);
    this.problem = problem;
    this.malformed = malformed;
  }
}

export const wrong = (path: string, rule: string, message: string): StatementError =>
  new StatementError({ path, rule, message });
export const malformed = (message: string, path = '/'): StatementError =>
  new StatementError({ path, rule: 'malformed', message }, { malformed: true });

/** More entries than any statement of a day or a month has. */
export const ENTRIES_MAX = 10_000;
/** What a payer may write in a SEPA credit transfer is 140 characters; several lines of it come in some countries. */
const TEXT_MAX = 500;
const PAYER_MAX = 140;

const cut = (text: string, most: number): string => [...text].slice(0, most).join('');
/** Texts of a bank on one line, without what no line has. */
export const oneLineOf = (texts: readonly string[]): string =>
  cut(
    texts
      .join(' ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ')
      .trim(),
    TEXT_MAX,
  );
export const payerOf = (name: string | undefined): string | null => {
  const line = oneLineOf(name === undefined ? [] : [name]);
  return line === '' ? null : cut(line, PAYER_MAX);
};

export const signedMinor = ({ minor, direction }: Pick<BankEntry, 'minor' | 'direction'>): number =>
  direction === 'credit' ? minor : -minor;

/** Throws `balance` where the opening balance and the entries do not make the closing one. */
export const checkBalances = ({ openingMinor, closingMinor, entries }: BankStatement, path: string): void => {
  if (openingMinor === null || closingMinor === null) return;
  const sum = entries.reduce((total, entry) => total + signedMinor(entry), openingMinor);
  if (sum !== closingMinor)
    throw wrong(
      path,
      'balance',
      `The opening balance and the entries come to ${sum}, and the closing balance is ${closingMinor} (minor units).`,
    );
};
