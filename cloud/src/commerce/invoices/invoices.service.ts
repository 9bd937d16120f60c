import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Documents } from '../../kit/documents/documents.ts';
import { billingFault } from '../billing/billing.faults.ts';
import type { BillingService } from '../billing/billing.module.ts';
import { monthlyRecordsFault } from '../monthly-records/monthly-records.faults.ts';
import { dayAt } from '../rates/rates.module.ts';
import { type CreditNotesDeps, createCreditNotes } from './credit-notes.ts';
import { createCustomers } from './customers.ts';
import { createDueInvoices, type DueInvoicesDeps } from './due-invoices.ts';
import { invoicePdf, paymentRequestPdf } from './invoice-pdf.ts';
import { invoicesFault } from './invoices.faults.ts';
import { type DocumentRow, type DocumentsOf, invoicesRepo } from './invoices.repo.ts';
import { createIssueDocument, documentIn, passGivenNumbers } from './issue-documents.ts';
import { createKeptFiles, type FileToMake } from './kept-files.ts';
import { createSendDocument, type SendDocumentsDeps } from './send-documents.ts';

export interface InvoicesDeps
  extends Omit<DueInvoicesDeps, 'customers' | 'issue' | 'monthlyRecords' | 'ledger'>,
    Omit<CreditNotesDeps, 'issue' | 'billing' | 'ledger'> {
  readonly ledger: DueInvoicesDeps['ledger'] & CreditNotesDeps['ledger'];
  readonly random: RandomBytes;
  readonly documents: Pick<Documents, 'pdf'>;
  readonly objects: SendDocumentsDeps['objects'];
  readonly billing: CreditNotesDeps['billing'] &
    SendDocumentsDeps['billing'] & { readonly topups: Pick<BillingService['topups'], 'find'> };
}
export type InvoicesService = ReturnType<typeof createInvoicesService>;

export const unknownDocument = () => invoicesFault('tax_document_unknown', 'There is no such tax document.');

export const documentView = (row: DocumentRow, credited: ReadonlyMap<string, number>) => {
  const { customer, tax, sums, corrects } = documentIn(row);
  return {
    documentId: row.id,
    kind: row.kind,
    number: row.number,
    issuedOn: row.issued_on,
    ownerKey: row.owner_key as string,
    of: row.of_kind,
    aboutId: row.about_id,
    currency: row.currency,
    customerName: customer.name,
    taxCategory: tax.category,
    taxPercent: tax.hundredths / 100,
    ...sums,
    creditedCents: row.kind === 'invoice' ? (credited.get(row.id) ?? 0) : 0,
    corrects: row.corrects_id,
    reason: corrects?.reason ?? null,
    madeAt: isoOf(Number(row.made_at)),
  };
};

/** Invoices, credit notes, and how whoever asks gets them. */
export const createInvoicesService = (deps: InvoicesDeps) => {
  const { supplier, billing, monthlyRecords } = deps;
  const customers = createCustomers(deps);
  const issue = createIssueDocument(deps);
  const due = createDueInvoices({ ...deps, customers, issue });

  const fileOf = (row: DocumentRow): FileToMake => ({
    key: row.id,
    name: `${row.number}.pdf`,
    pdf: invoicePdf(documentIn(row), row.xml),
  });
  const bytesOf = createKeptFiles(deps.documents);
  /** Why there is no invoice of something that should have one. */
  const missing = async (tx: Tx, aboutId: string) => {
    if (supplier === undefined) return invoicesFault('supplier_unset', 'Nobody has said who supplies.');
    const waits = await invoicesRepo(tx).findDue(aboutId);
    if (waits === undefined)
      return invoicesFault('not_invoiced', 'Nothing is invoiced for it: it was settled before invoices were made.');
    return (await customers.of(tx, waits.owner_key)) === undefined
      ? invoicesFault('tax_data_missing', 'Nobody has said yet whom the invoice is to name.')
      : invoicesFault('invoice_pending', 'The invoice is being made.');
  };

  return {
    customers,
    due,
    creditNotes: createCreditNotes({ ...deps, issue }),

    /** Numbers that went out before a restore, and that nobody knows of any more, are given to nothing else. */
    passGivenPlaces: async (tx: Tx): Promise<void> => void (await passGivenNumbers(tx, deps.clock.wallMs())),

    /** What numbers of documents have in them since the last restore, if there was any. */
    epoch: (tx: Tx): Promise<string | undefined> => invoicesRepo(tx).epoch(),

    find: (tx: Tx, id: string): Promise<DocumentRow | undefined> => invoicesRepo(tx).find(id),
    page: async (tx: Tx, of: DocumentsOf, { after, limit }: { after?: string | undefined; limit: number }) => {
      const rows = await invoicesRepo(tx).page(of, after, limit);
      const credited = await invoicesRepo(tx).creditedOf(rows.map(({ id }) => id));
      return rows.map((row) => documentView(row, credited));
    },

    fileOf,
    /** The bytes of a file: the same each time. */
    bytesOf,
    send: createSendDocument({ ...deps, customers, fileOf, bytesOf }),

    /** The invoice of a monthly record. */
    fileOfRecord: async (tx: Tx, recordId: string): Promise<FileToMake> => {
      const row = await invoicesRepo(tx).invoiceAbout(recordId);
      if (row !== undefined) return fileOf(row);
      const record = await monthlyRecords.toInvoice(tx, recordId);
      if (record === undefined) throw monthlyRecordsFault('record_unknown', 'There is no such record.');
      if (record.reference === null) throw invoicesFault('not_invoiced', 'Nothing was owed by this record.');
      throw await missing(tx, recordId);
    },

    /** The invoice of what was paid; before that, how to pay it. */
    fileOfTopup: async (tx: Tx, invoiceId: string): Promise<FileToMake> => {
      const row = await invoicesRepo(tx).invoiceAbout(invoiceId);
      if (row !== undefined) return fileOf(row);
      const topup = await billing.topups.find(tx, invoiceId);
      if (topup === undefined) throw billingFault('invoice_unknown', 'There is no such top-up invoice.');
      if (topup.settled_at !== null) throw await missing(tx, invoiceId);
      if (topup.state !== 'pending') throw invoicesFault('not_invoiced', 'It was cancelled, and nothing came.');
      const { name } = await billing.owners.require(tx, topup.owner_key);
      const named = await customers.of(tx, topup.owner_key);
      const { reference, currency, amount_cents: cents } = topup;
      const days = { madeOn: dayAt(Number(topup.made_at)), dueOn: dayAt(Number(topup.due_at)) };
      const pdf = paymentRequestPdf(supplier, { ownerName: named?.name ?? name, cents, currency, reference, ...days });
      return { key: null, name: `${reference}.pdf`, pdf };
    },
  };
};
