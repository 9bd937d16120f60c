import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { PayprocAccountTable, PayprocEventTable, PayprocIntentTable } from './payproc.tables.ts';

export const accountsRepo = (tx: Tx) => ({
  find: (orgId: OrgId): Promise<PayprocAccountTable | undefined> =>
    tx.selectFrom('payproc_account').selectAll().where('org_id', '=', orgId).executeTakeFirst(),

  byId: (id: string): Promise<PayprocAccountTable | undefined> =>
    tx.selectFrom('payproc_account').selectAll().where('id', '=', id).executeTakeFirst(),

  findByAccount: (accountId: string): Promise<PayprocAccountTable | undefined> =>
    tx.selectFrom('payproc_account').selectAll().where('account_id', '=', accountId).executeTakeFirst(),

  /** The one of the organisation, whoever was first. */
  claim: async (row: PayprocAccountTable): Promise<PayprocAccountTable | undefined> => {
    await tx
      .insertInto('payproc_account')
      .values(row)
      .onConflict((on) => on.column('org_id').doNothing())
      .execute();
    return accountsRepo(tx).find(row.org_id);
  },

  name: (id: string, accountId: string): Promise<unknown> =>
    tx
      .updateTable('payproc_account')
      .set({ account_id: accountId })
      .where('id', '=', id)
      .where('account_id', 'is', null)
      .execute(),

  /** Those that the provider knows, by our id, so many after one. */
  after: (id: string, limit: number): Promise<PayprocAccountTable[]> =>
    tx
      .selectFrom('payproc_account')
      .selectAll()
      .where('id', '>', id)
      .where('account_id', 'is not', null)
      .orderBy('id')
      .limit(limit)
      .execute(),

  of: async (orgIds: readonly OrgId[]): Promise<PayprocAccountTable[]> =>
    orgIds.length === 0
      ? []
      : tx
          .selectFrom('payproc_account')
          .selectAll()
          .where('org_id', 'in', orgIds)
          .where('account_id', 'is not', null)
          .orderBy('id')
          .execute(),
});

/** Which payment is of which account. */
export const intentsRepo = (tx: Tx) => ({
  find: (id: string): Promise<PayprocIntentTable | undefined> =>
    tx.selectFrom('payproc_intent').selectAll().where('id', '=', id).executeTakeFirst(),

  put: (row: Insertable<PayprocIntentTable>): Promise<unknown> =>
    tx
      .insertInto('payproc_intent')
      .values(row)
      .onConflict((on) => on.column('id').doUpdateSet({ facility_id: row.facility_id, seen_at: row.seen_at }))
      .execute(),

  /** Up to `limit` that were seen last before `at`. Resolves with how many. */
  removeBefore: async (at: number, limit: number): Promise<number> => {
    const old = await tx.selectFrom('payproc_intent').select('id').where('seen_at', '<', at).limit(limit).execute();
    if (old.length === 0) return 0;
    const ids = old.map(({ id }) => id);
    await tx.deleteFrom('payproc_intent').where('id', 'in', ids).execute();
    return ids.length;
  },
});

/** What the provider said has happened. */
export const eventsRepo = (tx: Tx) => ({
  /** Whether it was not known. */
  keep: async (row: Insertable<PayprocEventTable>): Promise<boolean> => {
    const kept = await tx
      .insertInto('payproc_event')
      .values(row)
      .onConflict((on) => on.column('id').doNothing())
      .returning('id')
      .execute();
    return kept.length > 0;
  },

  find: (id: string): Promise<PayprocEventTable | undefined> =>
    tx.selectFrom('payproc_event').selectAll().where('id', '=', id).executeTakeFirst(),

  done: (id: string, at: number): Promise<unknown> =>
    tx.updateTable('payproc_event').set({ done_at: at }).where('id', '=', id).execute(),

  removeBefore: async (at: number, limit: number): Promise<number> => {
    const old = await tx.selectFrom('payproc_event').select('id').where('received_at', '<', at).limit(limit).execute();
    if (old.length === 0) return 0;
    const ids = old.map(({ id }) => id);
    await tx.deleteFrom('payproc_event').where('id', 'in', ids).execute();
    return ids.length;
  },
});
