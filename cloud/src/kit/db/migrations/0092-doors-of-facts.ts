import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Which boxes have or had a door, as far as the journals say it, and no facts of boxes of other facilities any more. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `door_driver (
      door_id text not null references door (id),
      box_id text not null references box (id),
      primary key (door_id, box_id)
    )`,
  );
  for (const text of [
    'insert into door_driver (door_id, box_id) select id, box_id from door where box_id is not null',
    // Who drove a door before is told by what came of it.
    `insert into door_driver (door_id, box_id)
       select distinct door.id, box.id from box_fact
       join door on door.id = box_fact.door_id join box on box.id = box_fact.box_id
       where box.facility_id = door.facility_id
       on conflict do nothing`,
    // What a box sent before it came to its facility is of its time at another.
    `update box_fact set door_id = null
       where door_id is not null
         and received_at >= (select claimed_at from box where box.id = box_fact.box_id)
         and not exists (
           select 1 from door_driver where door_driver.door_id = box_fact.door_id and door_driver.box_id = box_fact.box_id)`,
    `delete from door_event
       where door_id is not null
         and not exists (
           select 1 from door where door.id = door_event.door_id and door.facility_id = door_event.facility_id)`,
    'update door_event set at = 0 where at < 0',
  ])
    await sql.raw(text).execute(db);
};
