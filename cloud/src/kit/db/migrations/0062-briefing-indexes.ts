import { type Kysely, sql } from 'kysely';

/**
 * What briefings count, found by when it was recorded: what a box that was cut off tells late is in the next one. Each index
 * has but the rows that are counted.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  // Written by `JSON.stringify` of a fact that was checked, so its text is known.
  await sql
    .raw(`update door_event set outcome = 'forced' where kind = 'door.opened' and data like '%"expected":false%'`)
    .execute(db);
  await sql.raw(`update door_event set outcome = 'held_open' where kind = 'door.held_open'`).execute(db);
  for (const index of [
    `door_event_alarm on door_event (facility_id, recorded_at) where outcome in ('forced', 'held_open')`,
    `door_event_entry on door_event (facility_id, recorded_at, kind, outcome) where kind in ('access.denied', 'access.granted')`,
    `unlock_attempt_failed on unlock_attempt (facility_id, started_at) where outcome not in ('commanded', 'unlocked')`,
    `operator_event_boxes on operator_event (facility_id, recorded_at) where type in ('box.offline', 'box.online')`,
    `audit_entry_failed on audit_entry (at) where status >= 500`,
  ])
    await sql.raw(`create index ${index}`).execute(db);
};
