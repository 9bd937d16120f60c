import { z } from 'zod';
import { bytesAnswer } from '../../kit/http/media.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { billingFaults } from '../billing/billing.faults.ts';
import { superAdmins } from '../billing/billing-surface.ts';
import { monthlyRecordsFaults } from '../monthly-records/monthly-records.faults.ts';
import { FACTUR_X } from './factur-x.ts';
import { documentId } from './invoice-shapes.ts';
import { invoicesFaults } from './invoices.faults.ts';
import { type DocumentRow, invoicesRepo } from './invoices.repo.ts';
import { type InvoicesService, unknownDocument } from './invoices.service.ts';
import { invoicesCsv } from './invoices-csv.ts';
import type { FileToMake } from './kept-files.ts';

const endpoint = platformEndpoint<{ readonly invoices: InvoicesService }>();
const { tax_document_unknown, supplier_unset, tax_data_missing, invoice_pending, not_invoiced } = invoicesFaults;
const why = { supplier_unset, tax_data_missing, invoice_pending, not_invoiced };

const PDF = 'application/pdf';
const aPdf = { status: 200, description: 'The file.', bytes: [PDF] } as const;
const isFile = { graph: { omit: 'It is a file.' }, tool: { omit: 'It is a file.' } } as const;

/** The same document gives the same bytes, whenever it is asked for. */
const answered = async (invoices: Pick<InvoicesService, 'bytesOf'>, file: FileToMake) =>
  bytesAnswer({ type: PDF, bytes: Buffer.from(await invoices.bytesOf(file)), download: file.name });

const ofDocument = { params: z.object({ documentId }), examples: { params: { documentId: 'inv_0123456789abcdef' } } };

export const readInvoicePdf = endpoint({
  id: 'invoices.read-pdf',
  method: 'GET',
  path: '/api/admin/saas-billing/invoices/:documentId/invoice.pdf',
  summary: 'Read an invoice or a credit note as a file',
  description:
    'PDF/A-3b, tagged, with the same for programs in it (Factur-X, EN 16931). Of the same document it is always the same to the byte.',
  gate: superAdmins,
  ...ofDocument,
  ...isFile,
  success: aPdf,
  faults: { tax_document_unknown },
  handle: async ({ invoices }, { params }, { read }) => {
    const row = await read((tx) => invoices.find(tx, params.documentId));
    if (row === undefined) throw unknownDocument();
    return answered(invoices, invoices.fileOf(row));
  },
});

const XML = 'application/xml';
export const readInvoiceXml = endpoint({
  id: 'invoices.read-xml',
  method: 'GET',
  path: '/api/admin/saas-billing/invoices/:documentId/factur-x.xml',
  summary: 'Read an invoice or a credit note as XML',
  description: 'EN 16931 as a Cross Industry Invoice, byte for byte as it is in the PDF file.',
  gate: superAdmins,
  ...ofDocument,
  ...isFile,
  success: { status: 200, description: 'The file.', bytes: [XML] },
  faults: { tax_document_unknown },
  handle: async ({ invoices }, { params }, { read }) => {
    const row = await read((tx) => invoices.find(tx, params.documentId));
    if (row === undefined) throw unknownDocument();
    return bytesAnswer({ type: XML, bytes: Buffer.from(row.xml), download: `${row.number}-${FACTUR_X}` });
  },
});

const recordId = z
  .string()
  .max(60)
  .describe('The record.')
  .meta({ examples: ['mrec_0123456789abcdef'] });
export const readRecordInvoice = endpoint({
  id: 'invoices.read-record-pdf',
  method: 'GET',
  path: '/api/admin/saas-billing/monthly-records/:recordId/invoice.pdf',
  summary: 'Read the invoice of a monthly record',
  description: 'Of one that is owed, or was. The answer says why where there is none.',
  gate: superAdmins,
  params: z.object({ recordId }),
  examples: { params: { recordId: 'mrec_0123456789abcdef' } },
  ...isFile,
  success: aPdf,
  faults: { record_unknown: monthlyRecordsFaults.record_unknown, ...why },
  handle: async ({ invoices }, { params }, { read }) =>
    answered(invoices, await read((tx) => invoices.fileOfRecord(tx, params.recordId))),
});

const invoiceId = z
  .string()
  .max(120)
  .describe('The top-up invoice.')
  .meta({ examples: ['tinv_0123456789abcdef'] });
export const readTopupInvoicePdf = endpoint({
  id: 'invoices.read-topup-pdf',
  method: 'GET',
  path: '/api/admin/saas-billing/topup-invoices/:invoiceId/invoice.pdf',
  summary: 'Read a top-up invoice as a file',
  description:
    'How to pay it, with a code for banking apps where it is in euros; once it is paid, the invoice of what came. The answer says why where there is none.',
  gate: superAdmins,
  params: z.object({ invoiceId }),
  examples: { params: { invoiceId: 'tinv_0123456789abcdef' } },
  ...isFile,
  success: aPdf,
  faults: { invoice_unknown: billingFaults.invoice_unknown, ...why },
  handle: async ({ invoices }, { params }, { read }) =>
    answered(invoices, await read((tx) => invoices.fileOfTopup(tx, params.invoiceId))),
});

const AT_ONCE = 200;
const CSV = 'text/csv';
const day = z.iso.date();
export const exportInvoices = endpoint({
  id: 'invoices.export',
  method: 'GET',
  path: '/api/admin/saas-billing/invoices.csv',
  summary: 'Export invoices and credit notes',
  description:
    'Of these days, the newest first, with amounts as decimals: those of credit notes are below zero. Nothing in it is a formula to a spreadsheet.',
  gate: superAdmins,
  query: z.strictObject({
    from: day.optional().describe('The first day (UTC). All before `to`, unless given.'),
    to: day.optional().describe('The last day. All from `from` on, unless given.'),
  }),
  examples: { query: { from: '2026-01-01', to: '2026-01-31' } },
  ...isFile,
  success: { status: 200, description: 'The file.', bytes: [CSV] },
  faults: {},
  handle: async (_deps, { query }, { read }) => {
    async function* pages(): AsyncGenerator<readonly DocumentRow[]> {
      for (let after: string | undefined; ; ) {
        const from = after;
        const rows = await read((tx) => invoicesRepo(tx).page(query, from, AT_ONCE));
        yield rows;
        after = rows.at(-1)?.id;
        if (rows.length < AT_ONCE) return;
      }
    }
    return bytesAnswer({ type: `${CSV}; charset=utf-8`, bytes: await invoicesCsv(pages()), download: 'invoices.csv' });
  },
});
