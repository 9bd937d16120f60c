import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { sql } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** From one moment, inclusive, to another, exclusive. */
export interface Begun {
  readonly from: number;
  readonly to: number;
}

export const unlockTallyRepo = (tx: Tx) => ({
  /** How many were asked for at a facility in a period; `most` are counted. */
  countBegun: async (facilityId: FacilityId, { from, to }: Begun, most: number) => {
    const { begun } = await tx
      .selectFrom((eb) =>
        eb
          .selectFrom('unlock_attempt')
          .where('facility_id', '=', facilityId)
          .where('started_at', '>=', from)
          .where('started_at', '<', to)
          .select('started_at')
          .orderBy('started_at', 'desc')
          .limit(most)
          .as('some'),
      )
      .select((eb) => eb.fn.countAll<number>().as('begun'))
      .executeTakeFirstOrThrow();
    return Number(begun);
  },

  /** Those that did not unlock, by door and outcome, and whether they moved after all; counted are the newest `most`. */
  countFailed: (facilityId: FacilityId, { from, to }: Begun, most: number) =>
    tx
      .selectFrom((eb) =>
        eb
          .selectFrom('unlock_attempt')
          .where('facility_id', '=', facilityId)
          .where('started_at', '>=', from)
          .where('started_at', '<', to)
          // As the index has it.
          .where(sql<boolean>`outcome not in ('commanded', 'unlocked')`)
          .select(['door_id', 'outcome'])
          .select(sql<number>`case when journal_confirmed_at is null then 0 else 1 end`.as('moved'))
          .orderBy('started_at', 'desc')
          .limit(most)
          .as('failed'),
      )
      .select(['door_id', 'outcome', 'moved', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy(['door_id', 'outcome', 'moved'])
      .orderBy((eb) => eb.fn.countAll(), 'desc')
      .orderBy('door_id')
      .orderBy('outcome')
      .orderBy('moved')
      .execute(),
});
