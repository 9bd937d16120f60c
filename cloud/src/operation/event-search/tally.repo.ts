import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { sql } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** From one moment, inclusive, to another, exclusive. */
export interface Recorded {
  readonly from: number;
  readonly to: number;
}

export const tallyRepo = (tx: Tx) => ({
  /** Entries and denials that were recorded in a period, by reason; counted are the newest `most`. */
  countEntries: (facilityId: FacilityId, { from, to }: Recorded, most: number) =>
    tx
      .selectFrom((eb) =>
        eb
          .selectFrom('door_event')
          .where('facility_id', '=', facilityId)
          .where('recorded_at', '>=', from)
          .where('recorded_at', '<', to)
          // As the index has it.
          .where(sql<boolean>`kind in ('access.denied', 'access.granted')`)
          .select(['kind', 'outcome'])
          .orderBy('recorded_at', 'desc')
          .limit(most)
          .as('entry'),
      )
      .select(['kind', 'outcome', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy(['kind', 'outcome'])
      .orderBy((eb) => eb.fn.countAll(), 'desc')
      .orderBy('outcome')
      .execute(),

  /** Doors that were forced or held open, as recorded in a period; counted are the newest `most`. */
  countAlarms: (facilityId: FacilityId, { from, to }: Recorded, most: number) =>
    tx
      .selectFrom((eb) =>
        eb
          .selectFrom('door_event')
          .where('facility_id', '=', facilityId)
          .where('recorded_at', '>=', from)
          .where('recorded_at', '<', to)
          // As the index has it.
          .where(sql<boolean>`outcome in ('forced', 'held_open')`)
          .select(['door_id', 'kind'])
          .orderBy('recorded_at', 'desc')
          .limit(most)
          .as('alarm'),
      )
      .where('kind', 'in', ['door.opened', 'door.held_open'])
      .select(['door_id', 'kind', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy(['door_id', 'kind'])
      .orderBy((eb) => eb.fn.countAll(), 'desc')
      .orderBy('door_id')
      .orderBy('kind')
      .execute(),
});
