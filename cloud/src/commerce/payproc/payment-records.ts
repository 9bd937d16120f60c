import { pageOfParts } from '../../kit/http/paging.ts';
import type { CardProvider, Listed, ProvidedRecord } from './card-provider.ts';
import type { ClubAccount } from './connected-accounts.ts';
import type { MoneyWindow } from './money-window.ts';

/** So much the provider gives at once. */
const PART = 100;
/** So many payouts are looked into for which payment went out with them. */
const PAYOUTS_LOOKED_INTO = 30;
const KINDS = ['charge', 'refund', 'dispute'] as const;
type Kind = (typeof KINDS)[number];
const ENDED = '-';

/** What one is told of while records are gathered. */
export type Tell = (text: string, done: number, of: number) => Promise<void>;

/** Where each of three lists goes on: `ch_1.re_2.-`. */
const cursorsOf = (after: string): Readonly<Record<Kind, string>> => {
  const [charge = '', refund = '', dispute = ''] = after.split('.');
  return { charge, refund, dispute };
};

/** Charges, refunds and disputes of an account as one list, the newest first. */
export const mergedRecords = async (
  cards: Pick<CardProvider, 'records'>,
  accountId: string,
  { after, limit, ...window }: MoneyWindow & { readonly after: string; readonly limit: number },
): Promise<{ readonly records: readonly ProvidedRecord[]; readonly next: string | null }> => {
  const cursors = cursorsOf(after);
  const lists = await Promise.all(
    KINDS.map(async (kind): Promise<Listed<ProvidedRecord>> => {
      const cursor = cursors[kind];
      if (cursor === ENDED) return { items: [], more: false };
      return cards.records(accountId, kind, { ...window, ...(cursor !== '' && { after: cursor }), limit });
    }),
  );
  const records = lists
    .flatMap(({ items }) => items)
    .sort((a, b) => b.at - a.at)
    .slice(0, limit);
  const next = KINDS.map((kind, i) => {
    const { items = [], more = false } = lists[i] ?? {};
    const taken = records.filter((one) => one.kind === kind);
    if (!more && taken.length === items.length) return ENDED;
    return taken.at(-1)?.recordId ?? cursors[kind];
  });
  return { records, next: next.every((cursor) => cursor === ENDED) ? null : next.join('.') };
};

/** Which payout each of these went out with, as far as the newest payouts tell. */
export const payoutsOf = async (
  cards: Pick<CardProvider, 'payouts' | 'transactions'>,
  accountId: string,
  records: readonly ProvidedRecord[],
  tell: Tell,
): Promise<ReadonlyMap<string, string>> => {
  const wanted = new Set(records.flatMap(({ transactionId }) => transactionId ?? []));
  const found = new Map<string, string>();
  if (wanted.size === 0) return found;
  const from = Math.min(...records.map(({ at }) => at));
  const { items } = await cards.payouts(accountId, { from, limit: PART });
  // Of those that may have one of them, the first ones: money goes out some days after it came.
  const looked = items.slice(-PAYOUTS_LOOKED_INTO).reverse();
  for (const [i, { payoutId }] of looked.entries()) {
    if (found.size === wanted.size) break;
    await tell(`Looking into payout ${payoutId}.`, i, looked.length);
    for (let after = '', more = true; more; ) {
      const page = await cards.transactions(accountId, { payout: payoutId, after, limit: PART });
      for (const { transactionId } of page.items) if (wanted.has(transactionId)) found.set(transactionId, payoutId);
      after = page.items.at(-1)?.transactionId ?? '';
      more = page.more && after !== '';
    }
  }
  return found;
};

/** A page of what of a list is a facility’s own. */
export const clubsOwn = <Item>(
  club: ClubAccount | undefined,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
  {
    list,
    idOf,
    facilityOf,
  }: {
    readonly list: (accountId: string, after: string) => Promise<Listed<Item>>;
    readonly idOf: (item: Item) => string;
    /** Null: has no mark. Undefined: is of the account as a whole. */
    readonly facilityOf: (item: Item) => string | null | undefined;
  },
): Promise<{ readonly page: readonly Item[]; readonly next: string | null }> => {
  if (club === undefined) return Promise.resolve({ page: [], next: null });
  return pageOfParts(
    { after, limit },
    async (from) => {
      const { items, more } = await list(club.accountId, from);
      const last = items.at(-1);
      const own = items.filter((item) => {
        const facility = facilityOf(item);
        return facility === undefined || club.isOf(facility);
      });
      return { items: own, end: more && last !== undefined ? idOf(last) : null };
    },
    idOf,
  );
};
