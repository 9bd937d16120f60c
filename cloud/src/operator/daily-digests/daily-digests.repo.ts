import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { DailyDigestSubscriptionTable } from './daily-digests.tables.ts';

/** Whose it is, and of what: a facility, or the platform where that is empty. */
export interface Whose {
  readonly userId: string;
  readonly facilityId: FacilityId | '';
}
export interface DuePosition {
  readonly dueAt: number;
  readonly id: string;
}

export const dailyDigestsRepo = (tx: Tx) => ({
  /** What is due stays due where nothing but the same is asked for again. */
  put: (row: Insertable<DailyDigestSubscriptionTable>) =>
    tx
      .insertInto('briefing_subscription')
      .values(row)
      .onConflict((c) =>
        c.columns(['user_id', 'facility_id']).doUpdateSet((eb) => {
          const own = eb.ref('briefing_subscription.due_at');
          const same = (['enabled', 'hour', 'weekday', 'zone'] as const).map((column) =>
            eb(`briefing_subscription.${column}`, '=', eb.ref(`excluded.${column}`)),
          );
          return {
            hour: eb.ref('excluded.hour'),
            weekday: eb.ref('excluded.weekday'),
            zone: eb.ref('excluded.zone'),
            enabled: eb.ref('excluded.enabled'),
            due_at: sql<number>`case when ${eb.and(same)} then ${own} else ${eb.ref('excluded.due_at')} end`,
          };
        }),
      )
      .returningAll()
      .executeTakeFirstOrThrow(),

  listOfUser: (userId: string, after: string, limit: number) =>
    tx
      .selectFrom('briefing_subscription')
      .where('user_id', '=', userId)
      .where('id', '>', after)
      .selectAll()
      .orderBy('id')
      .limit(limit)
      .execute(),

  listOfFacility: (facilityId: FacilityId, after: string, limit: number) =>
    tx
      .selectFrom('briefing_subscription')
      .where('facility_id', '=', facilityId)
      .where('id', '>', after)
      .selectAll()
      .orderBy('id')
      .limit(limit)
      .execute(),

  remove: async ({ userId, facilityId }: Whose): Promise<boolean> => {
    const gone = await tx
      .deleteFrom('briefing_subscription')
      .where('user_id', '=', userId)
      .where('facility_id', '=', facilityId)
      .returning('id')
      .execute();
    return gone.length > 0;
  },

  removeOfUser: (userId: string): Promise<unknown> =>
    tx.deleteFrom('briefing_subscription').where('user_id', '=', userId).execute(),

  /** Those that are due, the longest due first, after a place. */
  due: (now: number, after: DuePosition, limit: number) =>
    tx
      .selectFrom('briefing_subscription')
      // As the index has it.
      .where(sql<boolean>`enabled = 1`)
      .where('due_at', '<=', now)
      .where((eb) =>
        eb.or([eb('due_at', '>', after.dueAt), eb.and([eb('due_at', '=', after.dueAt), eb('id', '>', after.id)])]),
      )
      .selectAll()
      .orderBy('due_at')
      .orderBy('id')
      .limit(limit)
      .execute(),

  /** Moves the due time on. True if the row is unchanged since it was read: then this caller sends it. */
  claim: async (
    { id, due_at }: Pick<DailyDigestSubscriptionTable, 'id' | 'due_at'>,
    to: Pick<DailyDigestSubscriptionTable, 'due_at' | 'zone'> & { readonly sent_at?: number },
  ): Promise<boolean> => {
    const claimed = await tx
      .updateTable('briefing_subscription')
      .set(to)
      .where('id', '=', id)
      .where('due_at', '=', due_at)
      .where('enabled', '=', 1)
      .returning('id')
      .execute();
    return claimed.length > 0;
  },

  /** Those whose facility has another zone now, or that are due further ahead than any may be: a clock was wrong. */
  astray: (furthest: { readonly daily: number; readonly weekly: number }, limit: number) =>
    tx
      .selectFrom('briefing_subscription as subscription')
      .leftJoin('facility', 'facility.id', 'subscription.facility_id')
      .where((eb) =>
        eb.or([
          eb('subscription.due_at', '>', furthest.weekly),
          eb.and([eb('subscription.weekday', '=', ''), eb('subscription.due_at', '>', furthest.daily)]),
          eb('facility.timezone', '!=', eb.ref('subscription.zone')),
        ]),
      )
      .selectAll('subscription')
      .select('facility.timezone')
      .limit(limit)
      .execute(),

  /** Does nothing if the due time has changed since it was read. */
  moveDue: (
    { id, due_at }: Pick<DailyDigestSubscriptionTable, 'id' | 'due_at'>,
    to: Pick<DailyDigestSubscriptionTable, 'due_at' | 'zone'>,
  ): Promise<unknown> =>
    tx.updateTable('briefing_subscription').set(to).where('id', '=', id).where('due_at', '=', due_at).execute(),
});
