import { z } from 'zod';
import { reply } from '../../kit/http/call.ts';
import { nextPage, pageOf, pagesOf } from '../../kit/http/paging.ts';
import { actorOf, PathId } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { billingFaults } from '../billing/billing.faults.ts';
import { moment, OWNER, superAdmins } from '../billing/billing-surface.ts';
import { ledgerFaults } from '../ledger/ledger.faults.ts';
import { Reason } from './statements.endpoints.ts';
import { statementsFaults } from './statements.faults.ts';
import { entryViewOf, type Unmatched } from './unmatched.ts';

const endpoint = platformEndpoint<{ readonly unmatched: Unmatched }>();

const Entry = z
  .object({
    entryId: z.string(),
    fileId: z.string().describe('The file that it came in first.'),
    account: z.string().describe('The account of ours, by its IBAN or as the bank calls it.'),
    bankReference: z.string().nullable().describe('The bank’s own. Null: it gave none.'),
    bookedOn: z.string().describe('The day on which the bank booked it.'),
    amountMinor: z.int().describe('In the smallest unit of its currency.'),
    currency: z.string().describe('ISO 4217.'),
    direction: z.enum(['credit', 'debit']).describe('Whether it came in or went out.'),
    reversal: z.boolean().describe('Whether it takes back one that came before.'),
    text: z.string().describe('What the payer wrote.'),
    payer: z.string().nullable().describe('Who paid, as the bank names them, as long as it waits.'),
    state: z.enum(['settled', 'waiting', 'credited', 'dismissed']),
    reason: Reason.nullable(),
    reference: z.string().nullable().describe('The reference that was read. Null: none.'),
    mayBeOf: z.array(z.string()).describe('Whose it may be, by the references that it is near to.'),
    ownerKey: z.string().nullable().describe('Whose it became. Null: nobody’s.'),
    transferId: z.string().nullable().describe('Its transfer in the ledger. Null: there is none.'),
    note: z.string().nullable().describe('What whoever decided it wrote.'),
    decidedAt: moment.nullable().describe('When somebody decided it.'),
  })
  .meta({ id: 'BankEntry' });
const ENTRY: z.input<typeof Entry> = {
  ...{ entryId: 'ben_0123456789abcdef', fileId: 'bst_0123456789abcdef', account: 'DE89370400440532013000' },
  ...{ bankReference: '2026113000012', bookedOn: '2026-11-30', amountMinor: 25_000, currency: 'EUR' },
  ...{ direction: 'credit', reversal: false, text: 'Top-up 7K3M-QOZE', payer: 'Harbour Gym' },
  ...{ state: 'waiting', reason: 'mistyped', reference: '7K3M-Q0ZE', mayBeOf: [OWNER] },
  ...{ ownerKey: null, transferId: null, note: null, decidedAt: null },
};

export const listUnmatched = endpoint({
  id: 'payments.list-unmatched',
  method: 'GET',
  path: '/api/admin/saas-billing/payments/unmatched',
  summary: 'List the payments that wait for somebody',
  description:
    'Payments of statements that settle nothing by themselves, the oldest first. As long as one may be an owner’s, nothing is restricted for what that owner owes.',
  gate: superAdmins,
  query: z.strictObject(pagesOf({ of: 'ben' })),
  success: { status: 200, description: 'A page.', schema: z.object({ data: z.array(Entry), next: nextPage }) },
  examples: { success: { data: [ENTRY], next: null } },
  faults: {},
  handle: ({ unmatched }, { query: { after, limit } }, { read }) =>
    read(async (tx) => {
      const rows = await unmatched.page(tx, { after, limit: limit + 1 });
      const { page, next } = pageOf(rows, limit, ({ entryId }) => entryId);
      return { data: [...page], next };
    }),
});

const note = z.string().trim().min(1).max(500).describe('Why, for whoever looks at it later.');

export const decideUnmatched = endpoint({
  id: 'payments.decide-unmatched',
  method: 'POST',
  path: '/api/admin/saas-billing/payments/unmatched/:entryId',
  summary: 'Decide a payment that waits',
  description:
    '`credit` puts it into the wallet of an owner, once; an invoice that it did not fit stays as it is. `dismiss` puts it aside: it is matched by hand already, or is not for us. More than one person may credit answers 202 with `approvalId`, and the payment waits until another super admin approves it.',
  gate: superAdmins,
  act: 'grave:money',
  stepUp: true,
  params: z.object({ entryId: PathId.describe('The payment.') }),
  body: z.discriminatedUnion('action', [
    z.strictObject({
      action: z.literal('credit').describe('It goes into a wallet.'),
      ownerKey: z
        .string()
        .max(120)
        .describe('Whose wallet: `org#<id>` or `facility#<id>`.')
        .meta({ examples: [OWNER] }),
      note,
    }),
    z.strictObject({ action: z.literal('dismiss').describe('It is put aside.'), note }),
  ]),
  success: {
    status: 200,
    description: 'It is decided.',
    schema: z.object({
      entry: Entry.describe('The payment, as it is by now.'),
      approvalId: z.string().nullable().describe('What a second person approves. Null: nobody has to.'),
    }),
    also: { status: 202, description: 'It waits for a second person.' },
  },
  examples: {
    params: { entryId: 'ben_0123456789abcdef' },
    body: { action: 'credit', ownerKey: OWNER, note: 'Asked them on the phone' },
    success: {
      entry: {
        ...ENTRY,
        ...{ payer: null, state: 'credited', ownerKey: OWNER, transferId: 'ltr_0123456789abcdef' },
        ...{ note: 'Asked them on the phone', decidedAt: '2026-12-01T09:30:00.000Z', mayBeOf: [] },
      },
      approvalId: null,
    },
  },
  faults: {
    entry_unknown: statementsFaults.entry_unknown,
    entry_decided: statementsFaults.entry_decided,
    entry_not_credited: statementsFaults.entry_not_credited,
    owner_unknown: billingFaults.owner_unknown,
    account_frozen: ledgerFaults.account_frozen,
  },
  audit: { event: 'bank-entry.decided', target: ({ params }) => params.entryId },
  handle: async ({ unmatched }, { params: { entryId }, body }, { tx, caller }) => {
    const by = actorOf(caller);
    if (body.action === 'dismiss')
      return { entry: entryViewOf(await unmatched.dismiss(tx, entryId, body.note, by)), approvalId: null };
    const { entry, approvalId } = await unmatched.credit(tx, entryId, body, { by, actor: caller.actor });
    const answer = { entry: entryViewOf(entry), approvalId };
    return approvalId === null ? answer : reply(answer, {}, 202);
  },
});
