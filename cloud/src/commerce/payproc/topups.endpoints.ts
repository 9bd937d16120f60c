import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { providerFaults } from '../../kit/outbound/provider-faults.ts';
import { actorOf } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { billingFaults } from '../billing/billing.faults.ts';
import type { BillingService } from '../billing/billing.module.ts';
import { OWNER, ownerKeyParam, superAdmins } from '../billing/billing-surface.ts';
import { asking, payprocFault, payprocFaults } from './payproc.faults.ts';
import type { TopupAttemptTable } from './topups.tables.ts';
import type { Topups } from './topups.ts';

interface Deps {
  readonly topups: Topups;
  readonly billing: Pick<BillingService, 'owners' | 'currency'>;
  readonly consoleUrl: () => string;
}
const endpoint = platformEndpoint<Deps>();
const { not_configured } = providerFaults;
const { payproc_unavailable, payproc_refused, topup_unknown } = payprocFaults;
const asked = { not_configured, payproc_unavailable, payproc_refused };
const A_TOPUP = 'tup_0123456789abcdef';

const CardTopup = z
  .object({
    topupId: z
      .string()
      .describe('The top-up.')
      .meta({ examples: [A_TOPUP] }),
    ownerKey: z
      .string()
      .describe('Whose wallet it is for.')
      .meta({ examples: [OWNER] }),
    amountCents: z
      .int()
      .describe('How much, in the smallest unit of the currency.')
      .meta({ examples: [20_000] }),
    currency: z
      .string()
      .describe('ISO 4217.')
      .meta({ examples: ['EUR'] }),
    state: z
      .enum(['open', 'paid', 'failed', 'cancelled'])
      .describe('`open`: nobody knows yet that it was paid, or that it will not be.')
      .meta({ examples: ['open'] }),
    failedCode: z
      .string()
      .nullable()
      .describe('Why it failed, in the provider’s word.')
      .meta({ examples: [null] }),
    endedAt: z.iso
      .datetime()
      .nullable()
      .describe('When that was known. Null: it is not yet.')
      .meta({ examples: [null] }),
  })
  .meta({ id: 'CardTopup' });
const viewOf = (attempt: TopupAttemptTable) => ({
  topupId: attempt.id,
  ownerKey: attempt.owner_key,
  amountCents: Number(attempt.amount_cents),
  currency: attempt.currency,
  state: attempt.state,
  failedCode: attempt.failed_code,
  endedAt: attempt.ended_at === null ? null : isoOf(Number(attempt.ended_at)),
});

export const openTopup = endpoint({
  id: 'payproc.open-topup',
  method: 'POST',
  unit: 'own',
  act: 'money',
  path: '/api/admin/saas-billing/wallets/:ownerKey/topups',
  summary: 'Top a wallet up by card',
  description:
    'Begins a payment at the card provider’s own page, and gives its address: a card is typed in there and nowhere else. Whoever pays there agrees that the card is kept for automatic top-ups. The wallet is credited once the provider says that it was paid.',
  gate: superAdmins,
  params: z.object({ ownerKey: ownerKeyParam }),
  body: z.strictObject({
    amountCents: z.int().min(500).max(1_000_000).describe('How much, in the smallest unit of the currency.'),
  }),
  success: {
    status: 200,
    description: 'It is begun.',
    schema: z.object({
      topupId: z.string().describe('The top-up, for `confirm`.'),
      state: z.literal('open').describe('It is not paid yet.'),
      url: z.string().nullable().describe('Where the card is typed in. Null: the page is over.'),
    }),
  },
  examples: {
    params: { ownerKey: OWNER },
    body: { amountCents: 20_000 },
    success: { topupId: A_TOPUP, state: 'open', url: 'https://checkout.example/c/pay/0123456789' },
  },
  faults: { owner_unknown: billingFaults.owner_unknown, ...asked },
  audit: { event: 'wallet.topup-begun', target: ({ params }) => params.ownerKey },
  handle: async ({ topups, billing, consoleUrl }, { params, body }, { write, caller }) => {
    // Whoever comes back is at the wallet, and sees what came of it; whoever gave up is there as well.
    const cancelUrl = `${consoleUrl()}/ops/wallets?owner=${encodeURIComponent(params.ownerKey)}`;
    const sum = { amountCents: body.amountCents, currency: billing.currency };
    const attempt = await write(async (tx) => {
      const owner = await billing.owners.require(tx, params.ownerKey);
      return topups.begin(tx, owner.key, { ...sum, by: actorOf(caller) });
    });
    const url = await asking(topups.openPage(attempt, { returnUrl: `${cancelUrl}&topup=${attempt.id}`, cancelUrl }));
    return { topupId: attempt.id, state: 'open' as const, url };
  },
});

export const confirmTopup = endpoint({
  id: 'payproc.confirm-topup',
  method: 'POST',
  unit: 'own',
  act: 'money',
  path: '/api/admin/saas-billing/topups/:topupId/confirm',
  summary: 'Ask what came of a top-up',
  description:
    'Asks the card provider, and credits the wallet where it was paid: once, whoever else finds that out. Nothing is lost where nobody asks: its events and a look every ten minutes do the same.',
  gate: superAdmins,
  params: z.object({
    topupId: z
      .string()
      .min(1)
      .max(64)
      .describe('The top-up, as `open-topup` answered it.')
      .meta({ examples: [A_TOPUP] }),
  }),
  success: { status: 200, description: 'How it stands.', schema: CardTopup },
  examples: { params: { topupId: A_TOPUP } },
  faults: { topup_unknown, ...asked },
  audit: { event: 'wallet.topup-confirmed', target: ({ params }) => params.topupId },
  handle: async ({ topups }, { params }, { write }) => {
    const attempt = await asking(topups.look(params.topupId));
    if (attempt === undefined) throw payprocFault('topup_unknown', 'There is no such top-up.');
    return write(async () => viewOf(attempt));
  },
});
