import { z } from 'zod';
import { pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { BY_SAM, By, namedBy, oneNamedBy } from '../../platform/users/actor-surface.ts';
import { billingFaults } from './billing.faults.ts';
import { billingEndpoint, cents, moment, OWNER, OwnerKeyField, superAdmins } from './billing-surface.ts';

const { approval_unknown, approval_own, approval_over, owner_unknown, insufficient_balance, account_frozen } =
  billingFaults;
const { reference_unknown, reference_cancelled, amount_mismatch, entry_unknown, entry_decided } = billingFaults;
const { tax_document_unknown, not_creditable } = billingFaults;
const States = z.enum(['pending', 'approved', 'refused']);
const Approval = z
  .object({
    approvalId: z.string().describe('What waits for a second person: `apr_` and 16 characters.'),
    kind: z
      .enum(['adjust', 'match', 'entry', 'credit-note'])
      .describe(
        'An adjustment of a wallet or of AI credit, a forced match of a payment, a payment of a statement that is credited, or a credit note.',
      ),
    ownerKey: OwnerKeyField,
    amountCents: cents.describe('What is to be moved, in the smallest unit of the currency.'),
    state: States.describe('How far it has come.'),
    askedBy: By.describe('Who asked for it.'),
    askedAt: moment.describe('When they did.'),
    endsAt: moment.describe('Until when it can be approved.'),
    decidedBy: By.nullable().describe('Who decided. Null: nobody has.'),
    decidedAt: moment.nullable().describe('When they did. Null: nobody has.'),
    transferId: z.string().nullable().describe('The transfer that came of it. Null: none did.'),
  })
  .meta({ id: 'BillingApproval' });
const AN_APPROVAL: z.input<typeof Approval> = {
  approvalId: 'apr_0123456789abcdef',
  kind: 'adjust',
  ownerKey: OWNER,
  amountCents: 250_000,
  state: 'pending',
  askedBy: BY_SAM,
  askedAt: '2026-01-01T09:30:00.000Z',
  endsAt: '2026-01-08T09:30:00.000Z',
  decidedBy: null,
  decidedAt: null,
  transferId: null,
};

export const listApprovals = billingEndpoint({
  id: 'billing.list-approvals',
  method: 'GET',
  path: '/api/admin/saas-billing/approvals',
  summary: 'List what waits for a second person',
  description: 'And what was decided, the newest first.',
  gate: superAdmins,
  query: z.strictObject({
    state: States.optional().describe('Only those in this state.'),
    ...pagesOf({ of: 'apr' }),
  }),
  success: { status: 200, description: 'A page of them.', schema: pageSchema(Approval) },
  examples: { query: { state: 'pending' }, success: { data: [AN_APPROVAL], next: null } },
  faults: {},
  handle: ({ billing }, { query: { after, limit, state } }, { read }) =>
    read(async (tx) => {
      const found = await billing.approvals.page(tx, { state, after, limit: limit + 1 });
      const { page, next } = pageOf(found, limit, ({ approvalId }) => approvalId);
      return { data: await namedBy(tx, page, 'askedBy', 'decidedBy'), next };
    }),
});

export const decideApproval = billingEndpoint({
  id: 'billing.decide-approval',
  method: 'POST',
  path: '/api/admin/saas-billing/approvals/:approvalId',
  summary: 'Approve what moves much money, or refuse it',
  description:
    'Approved by another super admin than the one who asked, within 7 days, it is posted once. The same decision again changes nothing. Whoever asked may refuse it, and so take it back.',
  gate: superAdmins,
  act: 'grave:money',
  stepUp: true,
  params: z.object({
    approvalId: z
      .string()
      .max(120)
      .describe('What waits.')
      .meta({ examples: ['apr_0123456789abcdef'] }),
  }),
  body: z.strictObject({ approve: z.boolean().describe('False refuses it for good.') }),
  success: {
    status: 200,
    description: 'What was decided.',
    schema: Approval.extend({ changed: z.boolean().describe('Whether this is what decided it.') }),
  },
  examples: {
    params: { approvalId: 'apr_0123456789abcdef' },
    body: { approve: true },
    success: {
      ...AN_APPROVAL,
      state: 'approved',
      decidedBy: { ...BY_SAM, id: 'usr_fedcba9876543210', name: 'Kim Example' },
      decidedAt: '2026-01-02T09:30:00.000Z',
      transferId: 'ltr_0123456789abcdef',
      changed: true,
    },
  },
  faults: {
    ...{ approval_unknown, approval_own, approval_over, owner_unknown, insufficient_balance, account_frozen },
    // What is carried out may have become impossible since it was asked for.
    ...{ reference_unknown, reference_cancelled, amount_mismatch, entry_unknown, entry_decided },
    ...{ tax_document_unknown, not_creditable },
  },
  audit: { event: 'billing.decided', target: ({ params }) => params.approvalId },
  handle: async ({ billing }, { params, body }, { tx, caller }) => {
    const decided = await billing.approvals.decide(tx, params.approvalId, { ...body, by: caller.actor });
    return oneNamedBy(tx, decided, 'askedBy', 'decidedBy');
  },
});
