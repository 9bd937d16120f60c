import type { Database } from '../../kit/db/unit-of-work.ts';
import { nextDay } from './days.ts';
import { type LedgerDay, ledgerDaysRepo } from './ledger-days.repo.ts';
import { differences } from './recount.ts';
import { contentOf, NO_DAY_BEFORE, sealOf } from './seal.ts';

/** What is wrong with a day. */
export type DayProblem =
  /** The seal is not what it was, or does not follow the day before. */
  | 'seal_broken'
  /** There is no seal of a day between two that have one. */
  | 'seal_missing'
  | 'transfers_missing'
  | 'transfers_added'
  | 'transfers_changed'
  /** What the day is said to have moved is not what its transfers moved. */
  | 'sums_differ';

export interface LedgerVerification {
  readonly intact: boolean;
  readonly days: number;
  readonly transfers: number;
  readonly accounts: number;
  readonly problems: readonly { readonly day: string; readonly problem: DayProblem }[];
  readonly differing: readonly { readonly account: string; readonly frozen: boolean }[];
  /** The newest seal, which all others hang on: kept elsewhere, it shows that none was made anew. */
  readonly head: { readonly day: string; readonly hash: string } | null;
}

const problemOf = async (db: Pick<Database, 'read'>, seal: LedgerDay): Promise<DayProblem | undefined> => {
  const now = await contentOf(db, seal.day);
  if (now.entries < seal.entries) return 'transfers_missing';
  if (now.entries > seal.entries) return 'transfers_added';
  if (now.hash !== seal.entries_hash) return 'transfers_changed';
  const kept = await db.read((tx) => ledgerDaysRepo(tx).sumsOf(seal.day));
  const same = kept.every(({ account_id, debits, credits }) => {
    const sum = now.sums.get(account_id);
    return sum?.debits === debits && sum.credits === credits;
  });
  return same && kept.length === now.sums.size ? undefined : 'sums_differ';
};

/** Holds every sealed day against its seal, the seals against each other, and every account against its transfers. */
export const verifyLedger = async (db: Pick<Database, 'read'>): Promise<LedgerVerification> => {
  const seals = await db.read((tx) => ledgerDaysRepo(tx).all());
  const problems: { day: string; problem: DayProblem }[] = [];
  let last: LedgerDay | undefined;
  for (const seal of seals) {
    let follows = seal.previous === (last?.hash ?? NO_DAY_BEFORE);
    for (let day = last && nextDay(last.day); day !== undefined && day < seal.day; day = nextDay(day)) {
      problems.push({ day, problem: 'seal_missing' });
      follows = true; // What a seal that is gone said, nobody knows.
    }
    const problem = follows && seal.hash === sealOf(seal) ? await problemOf(db, seal) : 'seal_broken';
    if (problem !== undefined) problems.push({ day: seal.day, problem });
    last = seal;
  }
  const { accounts, found } = await differences(db);
  return {
    intact: problems.length === 0 && found.length === 0,
    days: seals.length,
    transfers: seals.reduce((sum, { entries }) => sum + entries, 0),
    accounts,
    problems,
    differing: found.map(({ account }) => ({ account: account.id, frozen: account.frozen_at !== null })),
    head: last === undefined ? null : { day: last.day, hash: last.hash },
  };
};
