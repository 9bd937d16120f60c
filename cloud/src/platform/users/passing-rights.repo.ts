import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { RoleGrantTable } from './users.tables.ts';

/** Clocks are set right by as much: one that has gone back further is wrong, and nobody holds anything longer for it. */
const CLOCK_STEP = Minutes(2);

/** What is compared of the clock: now, and the latest that a moment may be which it has been at already. */
export interface ByClock {
  readonly now: number;
  readonly latestSeen: number;
}
export const byClock = (now: number): ByClock => ({ now, latestSeen: now + CLOCK_STEP });

/** Grants that end by themselves. */
export const passingRightsRepo = (tx: Tx) => ({
  /** Gives what ends by itself; what is held already ends with this. Resolves with the id of the grant. */
  putPassingGrant: async (row: Insertable<RoleGrantTable> & { readonly ends_at: number }): Promise<string> => {
    const { granted_by, granted_at, ends_at, seen_at } = row;
    const { id } = await tx
      .insertInto('role_grant')
      .values(row)
      .onConflict((c) =>
        c
          .columns(['user_id', 'role', 'scope', 'scope_id'])
          .doUpdateSet({ granted_by, granted_at, ends_at, seen_at: seen_at ?? null }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },

  /** Takes away what has ended by the clock, or by a clock that has gone back. What is given again meanwhile stays. */
  deletePassedGrants: (now: number) =>
    tx
      .deleteFrom('role_grant')
      .where('ends_at', 'is not', null)
      .where((eb) => eb.or([eb('ends_at', '<=', now), eb('seen_at', '>', byClock(now).latestSeen)]))
      .returning(['id', 'user_id'])
      .execute(),

  /** Writes down that this moment has been. */
  seePassingGrants: (now: number): Promise<unknown> =>
    tx
      .updateTable('role_grant')
      .set({ seen_at: now })
      .where('ends_at', 'is not', null)
      .where('seen_at', '<', now)
      .execute(),
});
