import { z } from 'zod';
import { reply } from '../../kit/http/call.ts';
import { actorOf } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { cents, moment, OWNER, OwnerKeyField, superAdmins } from '../billing/billing-surface.ts';
import { ledgerFaults } from '../ledger/ledger.faults.ts';
import { paymentsFaults } from './payments.faults.ts';
import type { PaymentsService } from './payments.service.ts';

const Matched = z
  .object({
    status: z
      .enum(['settled', 'already-settled', 'awaiting-approval'])
      .describe(
        '`already-settled`: it was before, and nothing was done. `awaiting-approval`: a second person decides.',
      ),
    kind: z.enum(['topup', 'record']).describe('A top-up invoice, or a monthly record.'),
    payableId: z.string().describe('The invoice or the record, as `kind` says.'),
    ownerKey: OwnerKeyField,
    expectedCents: cents.describe('What was to be paid, in the smallest unit of the currency.'),
    receivedCents: cents.describe('What came.'),
    transferId: z.string().nullable().describe('The transfer in the ledger. Null: nothing is posted yet.'),
    approvalId: z.string().nullable().describe('What a second person approves. Null: nobody has to.'),
    settledAt: moment.nullable().describe('When it was settled. Null: it is not.'),
  })
  .meta({ id: 'PaymentMatched' });

export const matchPayment = platformEndpoint<{ readonly payments: Pick<PaymentsService, 'match'> }>()({
  id: 'payments.match',
  method: 'POST',
  path: '/api/admin/saas-billing/payments/match',
  summary: 'Match a payment to its reference',
  description:
    'Credits the wallet of a top-up invoice, or marks a monthly record paid: once, however often it is asked. Another amount than was expected, and a reference that was cancelled, are refused unless `force`: then a top-up credits what came. What is more than one person may force answers 202 with `approvalId`, and nothing is posted before another super admin approves it.',
  gate: superAdmins,
  act: { among: ['money', 'grave:money'], of: ({ body }) => (body.force ? 'grave:money' : 'money') },
  stepUp: ({ body }) => body.force,
  body: z.strictObject({
    reference: z.string().max(40).describe('As the payer wrote it: `XXXX-XXXX`.'),
    amountCents: z
      .int()
      .min(1)
      .max(10_000_000_000)
      .optional()
      .describe('What came, in the smallest unit of the currency. What was expected, unless given.'),
    paidAt: z
      .int()
      .min(0)
      .max(100_000_000_000)
      .optional()
      .describe('When the money came, in Unix seconds: a day ahead at most. Now, unless given.'),
    source: z.string().trim().min(1).max(60).optional().describe('Where it was seen, such as the bank’s name.'),
    notes: z.string().trim().min(1).max(500).optional().describe('Whatever whoever matches it writes down.'),
    force: z.boolean().default(false).describe('Whether it counts although the amount differs or it was cancelled.'),
  }),
  success: {
    status: 200,
    description: 'It is settled, by now or since before.',
    schema: Matched,
    also: { status: 202, description: 'It waits for a second person.' },
  },
  examples: {
    body: { reference: '7K3M-Q0Z3', amountCents: 25_000, paidAt: 1_767_259_800, source: 'Example Bank' },
    success: {
      status: 'settled',
      kind: 'topup',
      payableId: 'tinv_0123456789abcdef',
      ownerKey: OWNER,
      expectedCents: 25_000,
      receivedCents: 25_000,
      transferId: 'ltr_0123456789abcdef',
      approvalId: null,
      settledAt: '2026-01-01T09:30:00.000Z',
    },
  },
  faults: { ...paymentsFaults, account_frozen: ledgerFaults.account_frozen },
  audit: { event: 'payment.matched', target: ({ body }) => body.reference },
  handle: async ({ payments }, { body }, { tx, caller, about }) => {
    const matched = await payments.match(tx, body, { by: actorOf(caller), actor: caller.actor });
    about(matched.payableId);
    return matched.status === 'awaiting-approval' ? reply(matched, {}, 202) : matched;
  },
});
