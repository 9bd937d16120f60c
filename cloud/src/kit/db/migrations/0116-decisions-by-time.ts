import { type Kysely, sql } from 'kysely';

/** What boxes decided of people, in the order in which it happened: statistics read it piece by piece, whatever else happened. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `create index door_event_decided on door_event (facility_id, at, id)
        where kind in ('access.denied', 'access.granted')`,
    )
    .execute(db);
};
