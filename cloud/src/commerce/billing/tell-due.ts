import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { amountText } from '../../kit/currencies.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { minorOfMicros, type OwnerKey } from '../ledger/ledger.module.ts';
import type { MonthlyRecords } from '../monthly-records/monthly-records.module.ts';
import { BALANCE_LOW, BALANCE_USED_UP, RECORD_ISSUED, RECORD_OVERDUE, RESTRICTION_AHEAD } from './money-mails.ts';
import type { Owners } from './owners.ts';
import type { Profiles } from './profiles.ts';
import { type News, type TellOwners, tellAll } from './tell-owners.ts';
import type { Wallets } from './wallets.ts';

export interface TellDueDeps {
  readonly db: Pick<Database, 'read'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly currency: string;
  readonly owners: Pick<Owners, 'find'>;
  readonly profiles: Pick<Profiles, 'resolve'>;
  readonly wallets: Pick<Wallets, 'low' | 'markers' | 'balance' | 'lockout' | 'payerFor'>;
  readonly monthlyRecords: Pick<MonthlyRecords, 'unpaid'>;
  readonly tell: TellOwners;
}

/** How long ahead a restriction is told of. */
const AHEAD = Days(7);
/** What is older was no news when somebody could first be told. */
const NEWS_FOR = Days(30);
const PART = 50;

const dateOf = (at: number): string => isoOf(at).slice(0, 10);

/** Looks what owners are to be told of their money: as it is now, so that a run that was missed is made up for by the next. */
export const createTellDue = (deps: TellDueDeps) => {
  const { db, clock, currency, owners, profiles, wallets, monthlyRecords, tell } = deps;
  const isNews = (at: number): boolean => at <= clock.wallMs() && at > clock.wallMs() - NEWS_FOR;

  const ofWallet = async (tx: Tx, ownerKey: OwnerKey): Promise<News[]> => {
    const owner = await owners.find(tx, ownerKey);
    if (owner === undefined || (await profiles.resolve(tx, owner)).profile.billingDisabled) return [];
    const { depletedAt, lowAt } = await wallets.markers(tx, ownerKey);
    const values = { balance: amountText(minorOfMicros(await wallets.balance(tx, ownerKey), currency), currency) };
    // Who has nothing left is not told besides that there is little.
    const kind = depletedAt === null ? BALANCE_LOW : BALANCE_USED_UP;
    const at = depletedAt ?? lowAt;
    return at !== null && isNews(Number(at)) ? [{ ownerKey, kind, about: `${ownerKey}:${at}`, values }] : [];
  };

  const ofRestriction = async (tx: Tx, ownerKey: OwnerKey): Promise<News[]> => {
    const owner = await owners.find(tx, ownerKey);
    // Somebody else pays: they are told.
    if (owner === undefined || (await wallets.payerFor(tx, owner)).payer.key !== ownerKey) return [];
    const { since, restrictedAt } = await wallets.lockout(tx, owner);
    const now = clock.wallMs();
    if (since === null || restrictedAt === null || restrictedAt <= now || now < restrictedAt - AHEAD) return [];
    const values = { since: dateOf(since), from: dateOf(restrictedAt) };
    return [{ ownerKey, kind: RESTRICTION_AHEAD, about: `${ownerKey}:${restrictedAt}`, values }];
  };

  const ofRecords = (records: Awaited<ReturnType<MonthlyRecords['unpaid']>>): News[] =>
    records.flatMap(({ recordId: about, payerKey: ownerKey, month, totalCents, reference, dueAt, closedAt }) => {
      if (dueAt === null) return [];
      const total = amountText(totalCents, currency);
      const values = { month, total, due: dateOf(dueAt), reference: reference ?? '' };
      // Not told any more that it is to be paid by a day that is over.
      if (dueAt < clock.wallMs()) return isNews(dueAt) ? [{ ownerKey, kind: RECORD_OVERDUE, about, values }] : [];
      return isNews(closedAt) ? [{ ownerKey, kind: RECORD_ISSUED, about, values }] : [];
    });

  const ofEach = async (
    tx: Tx,
    keys: Iterable<OwnerKey>,
    newsOf: (tx: Tx, key: OwnerKey) => Promise<News[]>,
  ): Promise<News[]> => {
    const all: News[] = [];
    for (const key of keys) all.push(...(await newsOf(tx, key)));
    return all;
  };

  async function* due(): AsyncGenerator<readonly News[]> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const from: string = after;
      const keys = await db.read((tx) => wallets.low(tx, from, PART));
      yield await db.read((tx) => ofEach(tx, keys, ofWallet));
      yield await db.read((tx) => ofEach(tx, keys, ofRestriction));
      after = keys.length < PART ? undefined : keys.at(-1);
    }
    for (let after: string | undefined = ''; after !== undefined; ) {
      const from: string = after;
      const records = await db.read((tx) => monthlyRecords.unpaid(tx, from, PART));
      yield ofRecords(records);
      const payers = new Set(records.map(({ payerKey }) => payerKey));
      yield await db.read((tx) => ofEach(tx, payers, ofRestriction));
      after = records.length < PART ? undefined : records.at(-1)?.recordId;
    }
  }

  return (signal: AbortSignal): Promise<void> => tellAll(tell, due(), signal);
};
