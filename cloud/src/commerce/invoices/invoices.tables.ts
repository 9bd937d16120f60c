import type { OwnerKey } from '../ledger/ledger.module.ts';
import type { DocumentKind, InvoicedKind } from './tax-document.ts';

/** Whom documents of an owner name as the customer. */
export interface TaxCustomerTable {
  owner_key: OwnerKey;
  /** JSON: a `Party`. */
  party: string;
  changed_by: string;
  changed_at: number;
}

/** What an invoice is to be made of, or a credit note. */
export interface InvoiceDueTable {
  about_id: string;
  of_kind: InvoicedKind;
  owner_key: OwnerKey;
  /** What the invoice is about that it corrects, and why. Null: it is to be an invoice. */
  corrects_about: string | null;
  reason: string | null;
  cents: number;
  /** When it was supplied, or the money came. */
  day: string;
  made_at: number;
}

/** The numbers of a kind and year: the last that was taken, and its day. */
export interface InvoiceSeriesTable {
  id: string;
  last: number;
  last_day: string;
}

/** What numbers are told apart by from those that were given before the last restore: one row, if there was any. */
export interface InvoiceEpochTable {
  id: string;
  /** `R0302093015`: when it was. */
  tag: string;
}

/** An invoice or a credit note. Never changed. */
export interface TaxDocumentTable {
  id: string;
  kind: DocumentKind;
  of_kind: InvoicedKind;
  about_id: string;
  owner_key: OwnerKey;
  number: string;
  corrects_id: string | null;
  issued_on: string;
  currency: string;
  total_cents: number;
  /** JSON: a `TaxDocument`. */
  body: string;
  /** The same for programs, as it was made. */
  xml: string;
  made_by: string;
  made_at: number;
}

/** How much of an invoice its credit notes have taken back. */
export interface InvoiceCreditTable {
  invoice_id: string;
  total_cents: number;
  credited_cents: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    tax_customer: TaxCustomerTable;
    invoice_due: InvoiceDueTable;
    invoice_series: InvoiceSeriesTable;
    invoice_epoch: InvoiceEpochTable;
    tax_document: TaxDocumentTable;
    invoice_credit: InvoiceCreditTable;
  }
}
