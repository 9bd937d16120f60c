import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { LiveSocketTable } from './live.tables.ts';

export const liveRepo = (tx: Tx) => ({
  placesTaken: async (userId: string, now: number): Promise<ReadonlySet<number>> => {
    const rows = await tx
      .selectFrom('live_socket')
      .where('user_id', '=', userId)
      .where('lease_until', '>', now)
      .select('place')
      .execute();
    return new Set(rows.map(({ place }) => Number(place)));
  },

  /** Takes a place that is free, or whose lease is over. False if somebody else was faster. */
  take: async (row: LiveSocketTable, now: number): Promise<boolean> => {
    const taken = await tx
      .insertInto('live_socket')
      .values(row)
      .onConflict((c) =>
        c
          .columns(['user_id', 'place'])
          .doUpdateSet({ id: row.id, lease_until: row.lease_until })
          .where('live_socket.lease_until', '<=', now),
      )
      .returning('id')
      .execute();
    return taken.length > 0;
  },

  /** Resolves with those that still had their places. */
  renew: async (ids: readonly string[], until: number): Promise<ReadonlySet<string>> => {
    const rows = await tx
      .updateTable('live_socket')
      .set({ lease_until: until })
      .where('id', 'in', [...ids])
      .returning('id')
      .execute();
    return new Set(rows.map(({ id }) => id));
  },

  release: (ids: readonly string[]): Promise<unknown> =>
    tx
      .deleteFrom('live_socket')
      .where('id', 'in', [...ids])
      .execute(),

  isOpen: async (id: string, userId: string, now: number): Promise<boolean> => {
    const row = await tx
      .selectFrom('live_socket')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('lease_until', '>', now)
      .select('id')
      .executeTakeFirst();
    return row !== undefined;
  },
});
