import { z } from 'zod';
import { defineModule } from '../../kit/modules/module.ts';
import { answer, hear } from '../../kit/modules/ports.ts';
import { documentsModule } from '../../platform/documents/documents.module.ts';
import { jobsModule } from '../../platform/jobs/jobs.module.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { billingModule } from '../billing/billing.module.ts';
import { creditNoteApproved, moneyCameIn, moneyWentBack } from '../billing/billing.ports.ts';
import { ledgerModule } from '../ledger/ledger.module.ts';
import { monthlyRecordsModule } from '../monthly-records/monthly-records.module.ts';
import { billingMonthClosed } from '../monthly-records/monthly-records.ports.ts';
import { CREDIT_NOTE_ISSUED, INVOICE_ISSUED } from './document-mails.ts';
import { ISSUE, SWEEP } from './due-invoices.ts';
import {
  exportInvoices,
  readInvoicePdf,
  readInvoiceXml,
  readRecordInvoice,
  readTopupInvoicePdf,
} from './files.endpoints.ts';
import { createCreditNote, listInvoices, putTaxData, readTaxData } from './invoices.endpoints.ts';
import { invoicesFaults } from './invoices.faults.ts';
import { createInvoicesService } from './invoices.service.ts';
import { SEND } from './issue-documents.ts';
import type { Supplier } from './supplier.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** Who supplies, as invoices say. Without one, no tax document is made. */
    readonly invoiceSupplier?: Supplier | undefined;
  }
}

export type { InvoicesService } from './invoices.service.ts';
export { readSupplier, type Supplier } from './supplier.ts';

export const invoicesModule = defineModule('invoices', {
  needs: [jobsModule, organisationsModule, documentsModule, ledgerModule, monthlyRecordsModule, billingModule],
  owns: {
    tax_customer: 'never',
    invoice_due: 'never',
    invoice_series: 'never',
    invoice_epoch: 'never',
    tax_document: 'never',
    invoice_credit: 'never',
  },
  faults: invoicesFaults,
  create: ({ invoiceSupplier: supplier, ...deps }) => ({ invoices: createInvoicesService({ ...deps, supplier }) }),
})({
  endpoints: [
    listInvoices,
    createCreditNote,
    readTaxData,
    putTaxData,
    readInvoicePdf,
    readInvoiceXml,
    readRecordInvoice,
    readTopupInvoicePdf,
    exportInvoices,
  ],
  answers: ({ invoices }) => [answer(creditNoteApproved, invoices.creditNotes.approved)],
  on: ({ invoices }) => [
    hear(billingMonthClosed, invoices.due.months),
    hear(moneyCameIn, invoices.due.payments),
    hear(moneyWentBack, invoices.due.returns),
  ],
  mails: () => [INVOICE_ISSUED, CREDIT_NOTE_ISSUED],
  jobs: ({ invoices }) => [
    {
      name: ISSUE,
      payload: z.strictObject({ aboutId: z.string().max(120) }),
      run: async ({ aboutId }: { readonly aboutId: string }) => void (await invoices.due.issueOne(aboutId)),
    },
    {
      name: SEND,
      payload: z.strictObject({ documentId: z.string().max(60) }),
      run: ({ documentId }: { readonly documentId: string }) => invoices.send(documentId),
    },
    onSchedule(SWEEP, '40 * * * *', invoices.due.issueDue),
  ],
});
