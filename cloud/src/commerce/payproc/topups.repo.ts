import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import type { PayprocCustomerTable, TopupAttemptTable } from './topups.tables.ts';

const LOOKED = 'payments';
/** Why one was cancelled of which nothing failed. */
export const NO_LONGER_DUE = 'no_longer_due';

export const topupsRepo = (tx: Tx) => ({
  customer: (ownerKey: OwnerKey): Promise<PayprocCustomerTable | undefined> =>
    tx.selectFrom('payproc_customer').selectAll().where('owner_key', '=', ownerKey).executeTakeFirst(),

  /** The card that may be charged for the owner with nobody there. */
  keptCard: (ownerKey: OwnerKey): Promise<Pick<PayprocCustomerTable, 'brand' | 'last4' | 'card_expires'> | undefined> =>
    tx
      .selectFrom('payproc_customer')
      .where('owner_key', '=', ownerKey)
      .where('method_id', 'is not', null)
      .select(['brand', 'last4', 'card_expires'])
      .executeTakeFirst(),

  /** The one of the owner, whoever was first. */
  claimCustomer: async (row: Insertable<PayprocCustomerTable>): Promise<PayprocCustomerTable> => {
    await tx
      .insertInto('payproc_customer')
      .values(row)
      .onConflict((on) => on.column('owner_key').doNothing())
      .execute();
    return tx
      .selectFrom('payproc_customer')
      .selectAll()
      .where('owner_key', '=', row.owner_key)
      .executeTakeFirstOrThrow();
  },

  changeCustomer: (ownerKey: OwnerKey, change: Updateable<PayprocCustomerTable>): Promise<unknown> =>
    tx.updateTable('payproc_customer').set(change).where('owner_key', '=', ownerKey).execute(),

  /** Takes the time of the next try for oneself: whether it was still there. */
  takeRetry: async (ownerKey: OwnerKey, at: number): Promise<boolean> => {
    const taken = await tx
      .updateTable('payproc_customer')
      .set({ retry_at: null })
      .where('owner_key', '=', ownerKey)
      .where('retry_at', '=', at)
      .returning('owner_key')
      .execute();
    return taken.length > 0;
  },

  retriesDue: (now: number, limit: number): Promise<PayprocCustomerTable[]> =>
    tx
      .selectFrom('payproc_customer')
      .selectAll()
      .where('retry_at', '<=', now)
      .orderBy('retry_at')
      .limit(limit)
      .execute(),

  find: (id: string): Promise<TopupAttemptTable | undefined> =>
    tx.selectFrom('topup_attempt').selectAll().where('id', '=', id).executeTakeFirst(),

  ofSession: (sessionId: string): Promise<TopupAttemptTable | undefined> =>
    tx.selectFrom('topup_attempt').selectAll().where('session_id', '=', sessionId).executeTakeFirst(),

  /** Undefined where the owner has an automatic one that is open. */
  begin: async (row: Insertable<TopupAttemptTable>): Promise<string | undefined> => {
    const begun = await tx
      .insertInto('topup_attempt')
      .values(row)
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst();
    return begun?.id;
  },

  change: (id: string, change: Updateable<TopupAttemptTable>): Promise<unknown> =>
    tx.updateTable('topup_attempt').set(change).where('id', '=', id).execute(),

  /** How much automatic ones of a wallet since then, but one, came to that are paid, or may be yet. */
  autoSince: async (ownerKey: OwnerKey, since: number, but = ''): Promise<number> => {
    const rows = await tx
      .selectFrom('topup_attempt')
      .select('amount_cents')
      .where('owner_key', '=', ownerKey)
      .where('kind', '=', 'auto')
      .where('purpose', '=', 'wallet')
      .where('state', 'in', ['open', 'paid'])
      .where('made_at', '>=', since)
      .where('id', '!=', but)
      .execute();
    return rows.reduce((sum, { amount_cents }) => sum + Number(amount_cents), 0);
  },

  /** Owners whose automatic top-up failed the last time, so many after one. */
  failing: (after: string, limit: number): Promise<PayprocCustomerTable[]> =>
    tx
      .selectFrom('payproc_customer')
      .selectAll()
      .where('failures', '>', 0)
      .where('owner_key', '>', after as OwnerKey)
      .orderBy('owner_key')
      .limit(limit)
      .execute(),
  failingAmong: async (ownerKeys: readonly OwnerKey[]): Promise<PayprocCustomerTable[]> =>
    ownerKeys.length === 0
      ? []
      : tx
          .selectFrom('payproc_customer')
          .selectAll()
          .where('failures', '>', 0)
          .where('owner_key', 'in', ownerKeys)
          .execute(),
  /** How many of them there are, counted up to so many. */
  countFailing: async (most: number): Promise<number> => {
    const { count } = await tx
      .selectFrom((eb) =>
        eb.selectFrom('payproc_customer').where('failures', '>', 0).select('owner_key').limit(most).as('failing'),
      )
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  /** Automatic ones of an owner that failed, the last first. */
  lastFailed: (ownerKey: OwnerKey, limit: number): Promise<TopupAttemptTable[]> =>
    tx
      .selectFrom('topup_attempt')
      .selectAll()
      .where('owner_key', '=', ownerKey)
      .where('kind', '=', 'auto')
      .where('state', 'in', ['failed', 'cancelled'])
      .where('failed_code', '!=', NO_LONGER_DUE)
      .orderBy('ended_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  /** Whether it was open, and has ended so by this. */
  end: async (id: string, change: Updateable<TopupAttemptTable>): Promise<boolean> => {
    const ended = await tx
      .updateTable('topup_attempt')
      .set({ ...change, open: null })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returning('id')
      .execute();
    return ended.length > 0;
  },

  /** Whether it was not paid, however it had ended, and is so by this. */
  payAfterAll: async (id: string, change: Updateable<TopupAttemptTable>): Promise<boolean> => {
    const paid = await tx
      .updateTable('topup_attempt')
      .set({ ...change, open: null })
      .where('id', '=', id)
      .where('state', '!=', 'paid')
      .returning('id')
      .execute();
    return paid.length > 0;
  },

  /** Up to when all payments of the provider were looked at, by its own times. */
  looked: async (): Promise<{ readonly begunAt: number; readonly seenTo: number } | undefined> => {
    const row = await tx.selectFrom('topup_looked').selectAll().where('id', '=', LOOKED).executeTakeFirst();
    return row && { begunAt: Number(row.begun_at), seenTo: Number(row.seen_to) };
  },
  sawTo: (at: number, now: number): Promise<unknown> =>
    tx
      .insertInto('topup_looked')
      .values({ id: LOOKED, begun_at: now, seen_to: at })
      .onConflict((on) =>
        on.column('id').doUpdateSet({
          seen_to: sql`case when topup_looked.seen_to > excluded.seen_to then topup_looked.seen_to else excluded.seen_to end`,
        }),
      )
      .execute(),

  /** Open ones that were begun before, by id, so many after one. */
  openBefore: (at: number, after: string, limit: number): Promise<TopupAttemptTable[]> =>
    tx
      .selectFrom('topup_attempt')
      .selectAll()
      .where('state', '=', 'open')
      .where('made_at', '<=', at)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute(),
});
