import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { type AccountKind, type AccountOf, accountIdOf, type LedgerOwner } from './accounts.ts';
import { journalOf } from './journal.ts';
import { ledgerRepo } from './ledger.repo.ts';
import { verifyLedger } from './ledger-verify.ts';
import type { OwnerKey } from './owner-key.ts';
import { createPeriods } from './periods.ts';
import { type AccountRow, postingRepo, type TransferRow } from './posting.repo.ts';
import { createPosting } from './posting.ts';
import { createRecount } from './recount.ts';
import { createSeal } from './seal.ts';

export interface LedgerDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly log: { info(detail: unknown, message: string): void; error(detail: unknown, message: string): void };
  /** What we bill in, ISO 4217. */
  readonly currency: string;
  /** Somebody should know that an account was frozen. */
  readonly tellFrozen: (tx: Tx, account: AccountRow) => Promise<void>;
}
export type LedgerService = ReturnType<typeof createLedgerService>;

/** An account as it stands, in micros. */
export interface Balance {
  readonly account: AccountKind;
  readonly currency: string;
  /** Credits − debits. */
  readonly micros: number;
  readonly held: number;
  readonly frozen: boolean;
}
/** A transfer as the owner of an account sees it. */
export interface Movement {
  readonly transferId: string;
  /** Above 0 where it was credited. */
  readonly micros: number;
  readonly kind: string;
  readonly about: string;
  readonly note: string | null;
  readonly by: string;
  readonly at: number;
}

/** Sorts behind every id of a transfer. */
const NEWEST = 'ltr_~';
const JOURNAL_PAGE = 1_000;

/** The books: who has how much, and every movement that made it so. */
export const createLedgerService = (deps: LedgerDeps) => {
  const { db, clock, currency } = deps;
  const posting = createPosting(deps);
  const balanceOf = (row: AccountRow): Balance => ({
    account: row.kind as AccountKind,
    currency: row.currency,
    micros: row.credits - row.debits,
    held: row.held,
    frozen: row.frozen_at !== null,
  });
  const movementOn = (account: string, row: TransferRow): Movement => ({
    transferId: row.id,
    micros: row.credit_account === account ? row.micros : -row.micros,
    kind: row.kind,
    about: row.about,
    note: row.note,
    by: row.made_by,
    at: row.at,
  });

  return {
    /** What we bill in. */
    currency,
    ...posting,
    ...createPeriods(deps),
    seal: createSeal(deps),
    recount: createRecount({ ...deps, tell: deps.tellFrozen }),
    verify: () => verifyLedger(db),

    balances: async (tx: Tx, owner: LedgerOwner): Promise<Balance[]> =>
      (await ledgerRepo(tx).accountsOf(owner)).map(balanceOf),

    /** In micros of the currency that we bill in: 0 where nothing was ever posted. */
    balance: async (tx: Tx, of: AccountOf): Promise<number> => {
      const account = await postingRepo(tx).findAccount(accountIdOf(of, currency));
      return account === undefined ? 0 : account.credits - account.debits;
    },

    /** The same of many owners at once, by owner. */
    balancesOf: async (
      tx: Tx,
      account: AccountKind,
      owners: readonly OwnerKey[],
    ): Promise<ReadonlyMap<string, number>> => {
      if (owners.length === 0) return new Map();
      const rows = await ledgerRepo(tx).accounts(account, currency, owners);
      return new Map(rows.map((row) => [row.owner_key, row.credits - row.debits]));
    },

    /** What moved on an account, the newest first, from before a transfer on: up to `limit`. */
    transfers: async (
      tx: Tx,
      of: AccountOf,
      { after, limit }: { readonly after?: string | undefined; readonly limit: number },
    ): Promise<Movement[]> => {
      const account = accountIdOf(of, currency);
      const rows = await ledgerRepo(tx).transfersOf(account, after ?? NEWEST, limit);
      return rows.map((row) => movementOn(account, row));
    },

    /** Gives back what expired holds keep. Resolves with how many there were. */
    voidExpired: async (): Promise<number> => {
      const keys = await db.read((tx) => postingRepo(tx).expiredHolds(clock.wallMs(), 200));
      for (const { key } of keys) await db.write((tx) => posting.voidHold(tx, key));
      return keys.length;
    },

    /** Part of the journal of some days, as text, and where the next part begins after; null: that was all. */
    journal: async (days: { readonly from: string; readonly to: string }, after = '') => {
      const [day = '', id = ''] = after.split(' ');
      const rows = await db.read((tx) => ledgerRepo(tx).journal(days, { day, id }, JOURNAL_PAGE));
      const last = rows.at(-1);
      return {
        text: journalOf(rows),
        next: rows.length < JOURNAL_PAGE || last === undefined ? null : `${last.day} ${last.id}`,
      };
    },

    /** How many accounts are frozen, counted up to so many. */
    countFrozen: (tx: Tx, most: number): Promise<number> => ledgerRepo(tx).countFrozen(most),

    /** Lets a frozen account post again, once somebody has looked. Refused while it still differs. */
    thaw: async (id: string): Promise<boolean> => {
      const { differing } = await verifyLedger(db);
      if (differing.some(({ account }) => account === id)) return false;
      return db.write((tx) => ledgerRepo(tx).thaw(id));
    },

    /** What we bill in is fixed by the first transfer. Throws where it was another one until now. */
    fixCurrency: (): Promise<void> =>
      db.write(async (tx) => {
        const before = await ledgerRepo(tx).currency();
        if (before === currency) return;
        if (before !== undefined && (await ledgerRepo(tx).hasTransfers()))
          throw new Error(
            `BILLING_CURRENCY is ${currency}, but the ledger has transfers in ${before}, and its currency cannot change: set BILLING_CURRENCY=${before}.`,
          );
        await ledgerRepo(tx).setCurrency(currency, clock.wallMs());
      }),
  };
};
