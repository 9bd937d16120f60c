import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { PushSubscriptionTable } from './pushes.tables.ts';

export const pushesRepo = (tx: Tx) => ({
  /** The browser's subscription; one that it had, whoever's, becomes this one. Resolves with its id. */
  put: async (row: Insertable<PushSubscriptionTable>): Promise<string> => {
    const { id: _new, ...renewed } = row;
    const put = await tx
      .insertInto('push_subscription')
      .values(row)
      .onConflict((c) => c.column('endpoint_hash').doUpdateSet(renewed))
      .returning('id')
      .executeTakeFirstOrThrow();
    return put.id;
  },

  find: (id: string) => tx.selectFrom('push_subscription').where('id', '=', id).selectAll().executeTakeFirst(),

  /** The oldest first. */
  of: (userId: string) =>
    tx
      .selectFrom('push_subscription')
      .where('user_id', '=', userId)
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  removeOf: async (userId: string, id: string): Promise<boolean> =>
    (
      await tx
        .deleteFrom('push_subscription')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returning('id')
        .execute()
    ).length > 0,

  /** Unless the browser has subscribed anew meanwhile. */
  removeExactly: (id: string, endpointHash: string, createdAt: number): Promise<unknown> =>
    tx
      .deleteFrom('push_subscription')
      .where('id', '=', id)
      .where('endpoint_hash', '=', endpointHash)
      .where('created_at', '=', createdAt)
      .execute(),

  setOutcome: (id: string, outcome: { delivered_at: number; last_error: null } | { last_error: string }) =>
    tx.updateTable('push_subscription').set(outcome).where('id', '=', id).execute(),
});
