import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { PayprocIntentTable } from './payproc.tables.ts';

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
