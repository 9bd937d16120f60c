import { z } from 'zod';
import { reply } from '../../kit/http/call.ts';
import { pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { actorOf } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { billingFaults } from '../billing/billing.faults.ts';
import { OWNER, ownerKeyParam, superAdmins } from '../billing/billing-surface.ts';
import { ledgerFaults } from '../ledger/ledger.faults.ts';
import { ownerKeyOf, parseOwnerKey } from '../ledger/ledger.module.ts';
import { AN_INVOICE, documentId, OwnersTaxData, SOME_TAX_DATA, TaxData, TaxDocumentView } from './invoice-shapes.ts';
import { invoicesFaults } from './invoices.faults.ts';
import { documentView, type InvoicesService } from './invoices.service.ts';

const endpoint = platformEndpoint<{ readonly invoices: InvoicesService }>();
const { owner_unknown } = billingFaults;
const { tax_document_unknown, not_creditable, vat_id_wrong } = invoicesFaults;
const { insufficient_balance, account_frozen } = ledgerFaults;

export const listInvoices = endpoint({
  id: 'invoices.list',
  method: 'GET',
  path: '/api/admin/saas-billing/invoices',
  summary: 'List invoices and credit notes',
  description: 'Of one owner or of all, the newest first. None of them ever changes.',
  gate: superAdmins,
  query: z.strictObject({
    ownerKey: ownerKeyParam.optional().describe('Only those of this owner.'),
    ...pagesOf({ of: 'inv' }),
  }),
  success: { status: 200, description: 'A page of them.', schema: pageSchema(TaxDocumentView) },
  examples: { query: { ownerKey: OWNER }, success: { data: [AN_INVOICE], next: null } },
  faults: { owner_unknown },
  handle: ({ invoices }, { query: { ownerKey, after, limit } }, { read }) =>
    read(async (tx) => {
      const owner = ownerKey === undefined ? undefined : await invoices.customers.read(tx, ownerKey);
      const parsed = owner && parseOwnerKey(owner.ownerKey);
      const found = await invoices.page(tx, { ownerKey: parsed && ownerKeyOf(parsed) }, { after, limit: limit + 1 });
      const { page, next } = pageOf(found, limit, (one) => one.documentId);
      return { data: [...page], next };
    }),
});

export const createCreditNote = endpoint({
  id: 'invoices.create-credit-note',
  method: 'POST',
  path: '/api/admin/saas-billing/invoices/:documentId/credit-notes',
  summary: 'Correct an invoice by a credit note',
  description:
    'An invoice never changes: what it said too much is taken back by a document of its own, and in the books at once. An invoice that is owed is credited as a whole, and is owed no more; what comes for it later is credited to the wallet. Of one that was paid any part goes back into the wallet. Of a top-up the wallet is debited, as the money leaves it. What is more than one person may decide answers 202 with `approvalId`, and nothing is made before another super admin approves it.',
  gate: superAdmins,
  act: 'grave:money',
  stepUp: true,
  params: z.object({ documentId }),
  body: z.strictObject({
    amountCents: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .optional()
      .describe('How much of it, with tax, in the smallest unit of the currency: all that is left, unless given.'),
    reason: z.string().trim().min(1).max(500).describe('Why, as the credit note says it.'),
  }),
  success: {
    status: 201,
    description: 'It is made.',
    schema: z.object({
      creditNote: TaxDocumentView.nullable().describe('The credit note. Null: it waits for a second person.'),
      approvalId: z.string().nullable().describe('What a second person approves. Null: nobody has to.'),
    }),
    also: { status: 202, description: 'It waits for a second person.' },
  },
  examples: {
    params: { documentId: 'inv_0123456789abcdef' },
    body: { reason: 'Charged by mistake' },
    success: {
      creditNote: {
        ...AN_INVOICE,
        documentId: 'inv_123456789abcdef0',
        kind: 'credit-note',
        number: 'CN-2026-000007',
        corrects: 'inv_0123456789abcdef',
        reason: 'Charged by mistake',
      },
      approvalId: null,
    },
  },
  faults: { tax_document_unknown, not_creditable, insufficient_balance, account_frozen },
  audit: { event: 'invoice.credited', target: ({ params }) => params.documentId },
  handle: async ({ invoices }, { params, body }, { tx, caller }) => {
    const who = { by: actorOf(caller), actor: caller.actor };
    const { made, approvalId } = await invoices.creditNotes.create(tx, { invoiceId: params.documentId, ...body }, who);
    const answer = { creditNote: made === undefined ? null : documentView(made, new Map()), approvalId };
    return made === undefined ? reply(answer, {}, 202) : answer;
  },
});

export const readTaxData = endpoint({
  id: 'invoices.read-tax-data',
  method: 'GET',
  path: '/api/admin/saas-billing/tax-data/:ownerKey',
  summary: 'Read whom the invoices of an owner name',
  description: 'Its own, or those of its organisation.',
  gate: superAdmins,
  params: z.object({ ownerKey: ownerKeyParam }),
  success: { status: 200, description: 'Whom they name.', schema: OwnersTaxData },
  examples: {
    params: { ownerKey: OWNER },
    success: { ownerKey: OWNER, source: OWNER, taxData: SOME_TAX_DATA, changedAt: '2026-01-01T09:30:00.000Z' },
  },
  faults: { owner_unknown },
  handle: ({ invoices }, { params }, { read }) => read((tx) => invoices.customers.read(tx, params.ownerKey)),
});

export const putTaxData = endpoint({
  id: 'invoices.put-tax-data',
  method: 'PUT',
  path: '/api/admin/saas-billing/tax-data/:ownerKey',
  summary: 'Say whom the invoices of an owner name',
  description:
    'From now on; invoices that there are stay as they are. Those that waited for it are made. The country and the id decide how it is taxed.',
  gate: superAdmins,
  act: 'money',
  params: z.object({ ownerKey: ownerKeyParam }),
  body: TaxData,
  success: { status: 200, description: 'Whom they name by now.', schema: OwnersTaxData },
  examples: {
    params: { ownerKey: OWNER },
    body: SOME_TAX_DATA,
    success: { ownerKey: OWNER, source: OWNER, taxData: SOME_TAX_DATA, changedAt: '2026-01-01T09:30:00.000Z' },
  },
  faults: { owner_unknown, vat_id_wrong },
  audit: { event: 'tax-data.changed', target: ({ params }) => params.ownerKey },
  handle: async ({ invoices }, { params, body }, { tx, caller }) => {
    const now = await invoices.customers.put(tx, params.ownerKey, body, actorOf(caller));
    await invoices.due.soon(tx);
    return now;
  },
});
