import type { Party } from './party.ts';
import type { Supplier } from './supplier.ts';
import type { TaxSums } from './tax-sums.ts';
import type { TaxTreatment } from './tax-treatment.ts';

export type DocumentKind = 'invoice' | 'credit-note';
/** What an invoice is of: a month that is owed, or money that came in for a wallet. */
export type InvoicedKind = 'monthly-record' | 'topup-invoice' | 'card-topup' | 'bank-payment';

export interface DocumentLine {
  readonly name: string;
  readonly detail: string | null;
  /** Without tax. */
  readonly netCents: number;
}

/** All that a tax document says. It is kept as it was made: nothing that it names is looked up again. */
export interface TaxDocument {
  readonly kind: DocumentKind;
  readonly of: InvoicedKind;
  readonly number: string;
  /** `YYYY-MM-DD`, as all days here. */
  readonly issuedOn: string;
  readonly currency: string;
  readonly supplier: Omit<Supplier, 'rates' | 'oneStopShop'>;
  readonly customer: Party;
  readonly lines: readonly DocumentLine[];
  readonly tax: TaxTreatment;
  readonly sums: TaxSums;
  /** The days it is about; of money that came in, the day that it came. */
  readonly from: string;
  readonly to: string;
  /** How it is to be paid; null where nothing is to be paid any more. */
  readonly payment: { readonly dueOn: string; readonly reference: string } | null;
  /** Of a credit note: what it corrects, and why. */
  readonly corrects: { readonly number: string; readonly issuedOn: string; readonly reason: string } | null;
}
