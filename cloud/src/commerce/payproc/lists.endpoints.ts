import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { z } from 'zod';
import { examplePage, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { providerFaults } from '../../kit/outbound/provider-faults.ts';
import { AT_FACILITY, contractClubParams, facilityWrites } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { type CardProvider, CardsRefused, type Listed } from './card-provider.ts';
import type { ConnectedAccounts } from './connected-accounts.ts';
import { type MoneyWindow, windowFields, windowOf } from './money-window.ts';
import { clubsOwn } from './payment-records.ts';
import { asking, payprocFault, payprocFaults } from './payproc.faults.ts';
import {
  BalanceTransaction,
  Charge,
  chargeView,
  intentView,
  PaymentIntent,
  Payout,
  payoutView,
  transactionView,
} from './payproc-shapes.ts';

interface Deps {
  readonly connectedAccounts: ConnectedAccounts;
  readonly clock: Pick<Clock, 'wallMs'>;
}
const endpoint = platformEndpoint<Deps>();
const { not_configured } = providerFaults;
const { payproc_unavailable, payproc_refused, payout_unknown } = payprocFaults;
const faults = { place_unknown: usersFaults.place_unknown, not_configured, payproc_unavailable, payproc_refused };

/** So much the provider gives at once. */
const PART = 100;
const pages = pagesOf({ most: 100, usual: 50 });
const query = z.strictObject({ ...windowFields, ...pages });
const gate = facilityWrites;
const params = z.object(contractClubParams);
const AT = { club: AT_FACILITY.facilityId };
const OWN =
  'Of the account of its organisation what is marked with this facility (`facility_id`); what is not marked only where the organisation has no other facility. A page may have fewer than `limit`, or none, and a next one still.';

interface Input {
  readonly params: z.output<typeof params>;
  readonly query: z.output<typeof query>;
}
interface OwnList<Item> {
  readonly list: (
    cards: CardProvider,
    accountId: string,
    part: MoneyWindow & { readonly after: string; readonly limit: number },
  ) => Promise<Listed<Item>>;
  readonly idOf: (item: Item) => string;
  readonly facilityOf: (item: Item) => string | null | undefined;
}
/** A page of what the account of a club's organisation has of its own within the dates that are asked for. */
const ownPage = async <Item>(
  { connectedAccounts, clock }: Deps,
  { params: { club: facilityId }, query: asked }: Input,
  read: Parameters<ConnectedAccounts['ofClub']>[0],
  { list, ...own }: OwnList<Item>,
) => {
  const cards = connectedAccounts.provider();
  const window = windowOf(asked, clock.wallMs());
  const club = await connectedAccounts.ofClub(read, facilityId);
  const part = (account: string, after: string) => list(cards, account, { ...window, after, limit: PART });
  return asking(clubsOwn(club, asked, { ...own, list: part }));
};

export const listCharges = endpoint({
  id: 'payproc.list-charges',
  method: 'GET',
  path: '/api/club/:club/payproc/charges',
  summary: 'List the charges of a facility',
  description: `Every attempt to take money from a card, the newest first. ${OWN}`,
  gate,
  params,
  query,
  success: { status: 200, description: 'A page of them.', schema: pageSchema(Charge) },
  examples: { params: AT, success: examplePage(Charge) },
  faults,
  handle: async (deps, input, { read }) => {
    const { page, next } = await ownPage(deps, input, read, {
      list: (cards, account, part) => cards.records(account, 'charge', part),
      idOf: ({ recordId }) => recordId,
      facilityOf: ({ facilityId }) => facilityId,
    });
    return { data: page.map(chargeView), next };
  },
});

export const listIntents = endpoint({
  id: 'payproc.list-payment-intents',
  method: 'GET',
  path: '/api/club/:club/payproc/payment-intents',
  summary: 'List the payments of a facility',
  description: `Payments that were begun, the newest first, however often each was tried. ${OWN}`,
  gate,
  params,
  query,
  success: { status: 200, description: 'A page of them.', schema: pageSchema(PaymentIntent) },
  examples: { params: AT, success: examplePage(PaymentIntent) },
  faults,
  handle: async (deps, input, { read }) => {
    const { page, next } = await ownPage(deps, input, read, {
      list: (cards, account, part) => cards.intents(account, part),
      idOf: ({ intentId }) => intentId,
      facilityOf: ({ facilityId }) => facilityId,
    });
    return { data: page.map(intentView), next };
  },
});

export const listPayouts = endpoint({
  id: 'payproc.list-payouts',
  method: 'GET',
  path: '/api/club/:club/payproc/payouts',
  summary: 'List the payouts of a facility’s organisation',
  description:
    'What went to the bank, the newest first: of the account as a whole, since a payout is of all of its facilities together.',
  gate,
  params,
  query,
  success: { status: 200, description: 'A page of them.', schema: pageSchema(Payout) },
  examples: { params: AT, success: examplePage(Payout) },
  faults,
  handle: async (deps, input, { read }) => {
    const { page, next } = await ownPage(deps, input, read, {
      list: (cards, account, part) => cards.payouts(account, part),
      idOf: ({ payoutId }) => payoutId,
      facilityOf: () => undefined,
    });
    return { data: page.map(payoutView), next };
  },
});

export const listTransactions = endpoint({
  id: 'payproc.list-balance-transactions',
  method: 'GET',
  path: '/api/club/:club/payproc/balance-transactions',
  summary: 'List what moved the balance of a facility',
  description: `Payments, what was given back, disputes and payouts, each with what the provider keeps, the newest first. ${OWN} Payouts are of the account as a whole. With \`payout\` all that went to the bank with it, of whatever time unless dates are given.`,
  gate,
  params,
  query: query.safeExtend({
    payout: z.string().min(1).max(120).optional().describe('Only what went to the bank with this payout.'),
    type: z
      .string()
      .regex(/^[a-z_]{1,60}$/, 'must be a type in the provider’s word, such as charge')
      .optional()
      .describe('Only those of this type, in the provider’s word: `charge`, `refund`, `payout`…'),
  }),
  success: { status: 200, description: 'A page of them.', schema: pageSchema(BalanceTransaction) },
  examples: { params: AT, success: examplePage(BalanceTransaction) },
  faults: { ...faults, payout_unknown },
  handle: async ({ connectedAccounts, clock }, { params, query }, { read }) => {
    const cards = connectedAccounts.provider();
    const { payout, type, fromDate, toDate } = query;
    const isAlways = payout !== undefined && fromDate === undefined && toDate === undefined;
    const window = isAlways ? {} : windowOf(query, clock.wallMs());
    const club = await connectedAccounts.ofClub(read, params.club);
    if (club === undefined && payout !== undefined) throw noSuchPayout();
    const found = clubsOwn(club, query, {
      list: (account, after) => cards.transactions(account, { ...window, payout, type, after, limit: PART }),
      idOf: ({ transactionId }) => transactionId,
      facilityOf: ({ type: of, facilityId }) => (of.startsWith('payout') ? undefined : facilityId),
    }).catch((error: unknown) => {
      if (payout !== undefined && error instanceof CardsRefused && error.code === 'resource_missing')
        throw noSuchPayout();
      throw error;
    });
    const { page, next } = await asking(found);
    return { data: page.map(transactionView), next };
  },
});

const noSuchPayout = () => payprocFault('payout_unknown', 'The account of this facility has no such payout.');
