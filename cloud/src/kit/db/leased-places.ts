import type { Duration } from '@gatehouse/shared/time/duration.ts';
import type { Tables } from './tables.ts';
import type { Tx } from './unit-of-work.ts';

/** One of so many places that somebody has, over all processes. Its key is `(user_id, place)`. */
export interface LeasedPlaceTable {
  user_id: string;
  /** From 0 on. */
  place: number;
  /** What has it. */
  id: string;
  /** Until then it counts as taken, unless its process says so again. */
  lease_until: number;
}
type Table = { [Name in keyof Tables]: Tables[Name] extends LeasedPlaceTable ? Name : never }[keyof Tables];

export interface Claim {
  readonly userId: string;
  readonly id: string;
  /** So many places a user has. */
  readonly places: number;
  readonly now: number;
  readonly lease: Duration;
}

/**
 * Places that a user has, each taken by one thing at a time whichever process that is in. The key of a place is what two that come
 * at once meet at. One whose process has died is free when its lease is over.
 */
export const leasedPlaces = (name: Table) => {
  // They are alike in the columns that are read and written here.
  const table = name as 'live_socket';

  /**
   * One that nothing has, before one whose lease is over: that may only seem so to a process whose clock is ahead, and what has it
   * would be ended.
   */
  const freeOf = async (tx: Tx, { userId, places, now }: Claim): Promise<number | undefined> => {
    const rows = await tx.selectFrom(table).where('user_id', '=', userId).select(['place', 'lease_until']).execute();
    const leases = new Map(rows.map(({ place, lease_until }) => [Number(place), Number(lease_until)]));
    const all = Array.from({ length: places }, (_, at) => at);
    return all.find((at) => !leases.has(at)) ?? all.find((at) => (leases.get(at) ?? 0) <= now);
  };

  /** Takes a place that is free, or whose lease is over. False if somebody else was faster. */
  const take = async (tx: Tx, row: LeasedPlaceTable, now: number): Promise<boolean> => {
    const taken = await tx
      .insertInto(table)
      .values(row)
      .onConflict((c) =>
        c
          .columns(['user_id', 'place'])
          .doUpdateSet({ id: row.id, lease_until: row.lease_until })
          .where((eb) => eb(eb.ref(`${table}.lease_until`), '<=', now)),
      )
      .returning('id')
      .execute();
    return taken.length > 0;
  };

  return {
    /** Whether there was a place. */
    claim: async (tx: Tx, claim: Claim): Promise<boolean> => {
      const { userId, id, now, lease } = claim;
      for (;;) {
        const place = await freeOf(tx, claim);
        if (place === undefined) return false;
        if (await take(tx, { user_id: userId, place, id, lease_until: now + lease }, now)) return true;
      }
    },

    /** Resolves with those that still had their places. */
    renew: async (tx: Tx, ids: readonly string[], until: number): Promise<ReadonlySet<string>> => {
      const rows = await tx
        .updateTable(table)
        .set({ lease_until: until })
        .where('id', 'in', [...ids])
        .returning('id')
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    release: (tx: Tx, ids: readonly string[]): Promise<unknown> =>
      tx
        .deleteFrom(table)
        .where('id', 'in', [...ids])
        .execute(),

    isTaken: async (tx: Tx, id: string, userId: string, now: number): Promise<boolean> => {
      const row = await tx
        .selectFrom(table)
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('lease_until', '>', now)
        .select('id')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
};
