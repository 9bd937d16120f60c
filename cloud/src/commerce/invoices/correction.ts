import type { TaxDocument } from './tax-document.ts';
import { taxSums } from './tax-sums.ts';

/** What a credit note says: as the invoice, all of it or a part, at the rate that it had. */
export const correctionOf = (
  invoice: TaxDocument,
  cents: number,
  reason: string,
): Omit<TaxDocument, 'number' | 'issuedOn'> => {
  const { number, issuedOn, ...same } = invoice;
  const corrects = { number, issuedOn, reason };
  const note = { ...same, kind: 'credit-note', payment: null, corrects } as const;
  if (cents === invoice.sums.totalCents) return note;
  const { nets, ...sums } = taxSums([cents], invoice.tax.hundredths);
  return { ...note, sums, lines: [{ name: `Part of invoice ${number}`, detail: null, netCents: nets[0] ?? 0 }] };
};
