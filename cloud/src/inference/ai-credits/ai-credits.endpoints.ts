import { z } from 'zod';
import { reply } from '../../kit/http/call.ts';
import { actorOf } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { aiManages, aiParams, aiReads, HERE } from '../ai-settings/ai-settings-surface.ts';
import { tz } from '../ai-usage/usage-surface.ts';
import type { AiAccounts } from './ai-accounts.ts';
import type { AiAdjustments } from './ai-adjustments.ts';
import { aiCreditsFaults } from './ai-credits.faults.ts';
import { ADJUSTED, ADJUSTED_MAX, AiAdjusted, note } from './ai-credits-surface.ts';
import type { AiOverview } from './ai-overview.ts';
import type { AiTopups } from './ai-topups.ts';
import { AiOverviewShape, AN_OVERVIEW } from './overview-shape.ts';

interface Deps {
  readonly aiOverview: AiOverview;
  readonly aiTopups: AiTopups;
  readonly aiAdjustments: AiAdjustments;
  readonly aiAccounts: AiAccounts;
}
const endpoint = platformEndpoint<Deps>();
const params = z.object(aiParams);
const { not_configured, payproc_unavailable, payproc_refused, topup_unknown, account_frozen } = aiCreditsFaults;
const asked = { not_configured, payproc_unavailable, payproc_refused };
const A_TOPUP = 'tup_0123456789abcdef';
const moment = z.iso.datetime();

export const readOverview = endpoint({
  id: 'ai-credits.overview',
  method: 'GET',
  path: '/api/clubs/:clubID/ai-credits/overview',
  summary: 'Read how the AI credit of a facility stands',
  description: 'What there is, how long it lasts, what limits it, and where clients are pointed at.',
  gate: aiReads,
  params,
  query: z.strictObject({ tz }),
  success: { status: 200, description: 'How it stands.', schema: AiOverviewShape },
  examples: { params: HERE, success: AN_OVERVIEW },
  faults: {},
  handle: ({ aiOverview }, { params: { clubID }, query }, { read }) => read((tx) => aiOverview(tx, clubID, query.tz)),
});

export const readPaymentMethod = endpoint({
  id: 'ai-credits.payment-method',
  method: 'GET',
  path: '/api/clubs/:clubID/ai-credits/payment-method',
  summary: 'Read what automatic top-ups of AI credit are paid by',
  description:
    'The card that somebody left for that at the provider’s page, with a top-up. It is known there, and not here.',
  gate: aiManages,
  params,
  success: {
    status: 200,
    description: 'The card, if there is one.',
    schema: z.object({
      kind: z.enum(['card', 'none']).describe('`none`: nobody has left a card.'),
      brand: z.string().nullable().describe('Whose card it is. Null: there is none.'),
      last4: z.string().nullable().describe('The last four digits. Null: there is none.'),
      expires: z
        .string()
        .nullable()
        .describe(
          'Its last month, `YYYY-MM`, as it was when it was left: the provider may know of a later one. Null: there is none, or it was left before this was kept.',
        ),
    }),
  },
  examples: { params: HERE, success: { kind: 'card', brand: 'visa', last4: '4242', expires: '2029-08' } },
  faults: {},
  handle: ({ aiTopups }, { params: { clubID } }, { read }) => read((tx) => aiTopups.paymentMethod(tx, clubID)),
});

export const beginTopup = endpoint({
  id: 'ai-credits.topup',
  method: 'POST',
  unit: 'own',
  act: 'money',
  path: '/api/clubs/:clubID/ai-credits/topup',
  summary: 'Top AI credit up',
  description:
    'By `card`: begins a payment at the card provider’s own page, and gives its address; whoever pays there agrees that the card is kept for automatic top-ups. By `transfer`: an invoice with the reference that its payment is matched by. The credit is there once it is paid.',
  gate: aiManages,
  params,
  body: z.strictObject({
    amountCents: z.int().min(500).max(1_000_000).describe('How much, in the smallest unit of the currency.'),
    method: z.enum(['card', 'transfer']).describe('How it is paid.'),
  }),
  success: {
    status: 200,
    description: 'It is begun.',
    schema: z.object({
      state: z.enum(['open', 'pending']).describe('`open`: at the provider’s page. `pending`: an invoice.'),
      topupId: z.string().nullable().describe('The card top-up, for `confirm`. Null: it is paid by a transfer.'),
      url: z.string().nullable().describe('Where the card is typed in. Null: nowhere, or the page is over.'),
      invoiceId: z.string().nullable().describe('The invoice. Null: it is paid by card.'),
      reference: z.string().nullable().describe('What goes with the transfer. Null: it is paid by card.'),
      dueAt: moment.nullable().describe('When the invoice is due. Null: it is paid by card.'),
    }),
  },
  examples: {
    params: HERE,
    body: { amountCents: 5_000, method: 'card' },
    success: {
      ...{ state: 'open', topupId: A_TOPUP, url: 'https://checkout.example/c/pay/0123456789' },
      ...{ invoiceId: null, reference: null, dueAt: null },
    },
  },
  faults: asked,
  audit: { event: 'ai-credits.topup-begun', target: ({ params: { clubID } }) => clubID },
  handle: async ({ aiTopups }, { params: { clubID }, body }, { write, caller }) => {
    const topup = { amountCents: body.amountCents, by: actorOf(caller) };
    if (body.method === 'transfer') {
      const invoice = await write((tx) => aiTopups.byTransfer(tx, clubID, topup));
      return { state: 'pending' as const, topupId: null, url: null, ...invoice };
    }
    return { ...(await aiTopups.byCard(write, clubID, topup)), invoiceId: null, reference: null, dueAt: null };
  },
});

export const confirmTopup = endpoint({
  id: 'ai-credits.confirm-topup',
  method: 'POST',
  unit: 'own',
  act: 'money',
  path: '/api/clubs/:clubID/ai-credits/topup/confirm',
  summary: 'Ask what came of a top-up of AI credit',
  description:
    'Asks the card provider, and credits where it was paid: once, whoever else finds that out. Nothing is lost where nobody asks: its events and a look every ten minutes do the same.',
  gate: aiManages,
  params,
  body: z.strictObject({ topupId: z.string().min(1).max(64).describe('The top-up, as it was begun.') }),
  success: {
    status: 200,
    description: 'How it stands.',
    schema: z.object({
      topupId: z.string().describe('The top-up.'),
      state: z.enum(['open', 'paid', 'failed', 'cancelled']).describe('`open`: nobody knows yet what comes of it.'),
      amountCents: z.int().describe('How much, in the smallest unit of the currency.'),
      failedCode: z.string().nullable().describe('Why it failed, in the provider’s word. Null: it did not.'),
      endedAt: moment.nullable().describe('When that was known. Null: it is not yet.'),
    }),
  },
  examples: {
    params: HERE,
    body: { topupId: A_TOPUP },
    success: {
      topupId: A_TOPUP,
      state: 'paid',
      amountCents: 5_000,
      failedCode: null,
      endedAt: '2026-01-01T09:30:00.000Z',
    },
  },
  faults: { topup_unknown, ...asked },
  audit: { event: 'ai-credits.topup-confirmed', target: ({ body }) => body.topupId },
  handle: async ({ aiTopups }, { params: { clubID }, body }, { read, write }) => {
    const confirmed = await aiTopups.confirm(read, clubID, body.topupId);
    return write(async () => confirmed);
  },
});

export const grantCredit = endpoint({
  id: 'ai-credits.grant-credit',
  method: 'POST',
  path: '/api/clubs/:clubID/ai-credits/admin/grant-credit',
  summary: 'Grant AI credit to a facility',
  description:
    'For global admins. What is more than one person may decide answers 202 with `approvalId`, and nothing is granted before a super admin approves it.',
  gate: { needs: 'global-admin', in: 'facility' },
  act: 'grave:money',
  stepUp: true,
  params,
  body: z.strictObject({
    amountCents: z.int().min(1).max(ADJUSTED_MAX).describe('How much, in the smallest unit of the currency.'),
    note,
  }),
  success: {
    status: 200,
    description: 'It is granted.',
    schema: AiAdjusted,
    also: { status: 202, description: 'It waits.' },
  },
  examples: { params: HERE, body: { amountCents: 2_500, note: 'To try it with' }, success: ADJUSTED },
  faults: { account_frozen },
  audit: { event: 'ai-credits.granted', target: ({ params: { clubID } }) => clubID },
  handle: async ({ aiAdjustments, aiAccounts }, { params: { clubID }, body }, { tx, caller }) => {
    const by = { by: actorOf(caller), actor: caller.actor };
    const made = await aiAdjustments.make(tx, clubID, { ...body, ...by });
    const { balanceMicros, availableMicros } = await aiAccounts.balance(tx, clubID);
    const answer = { ...made, balanceMicros, availableMicros };
    return made.approvalId === null ? answer : reply(answer, {}, 202);
  },
});
