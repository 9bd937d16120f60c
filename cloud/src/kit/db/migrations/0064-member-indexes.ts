import { type Kysely, sql } from 'kysely';
import { addColumn } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Feeds by the member whom an event is about. */
const FEEDS = [
  { table: 'partner_event', field: 'member_id', of: 'partner_id' },
  { table: 'operator_event', field: 'memberId', of: 'facility_id' },
] as const;

/** Whatever names a member is found by the member, so that nobody has to look through all of it. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  for (const { table, field, of } of FEEDS) {
    await addColumn(db, engine, { table, definition: 'member_id text' });
    const value = engine === 'sqlite' ? `json_extract(data, '$.${field}')` : `(data::json ->> '${field}')`;
    // PostgreSQL reads no text with the character zero, and no id has one.
    await sql
      .raw(`update ${table} set member_id = ${value} where data like '%"${field}":"%' and data not like '%\\u0000%'`)
      .execute(db);
    await sql
      .raw(`create index ${table}_member on ${table} (${of}, member_id) where member_id is not null`)
      .execute(db);
  }
  // Whom staff have banned is in the attempt that the words name.
  await sql
    .raw(
      `update warning set message = 'A door was unlocked for a member whom staff have banned.' where kind = 'banned_person_let_in'`,
    )
    .execute(db);
  await sql
    .raw(
      `update operator_event set data = '{"kind":"banned_person_let_in"}'
       where type = 'warning.opened' and data like '{"kind":"banned_person_let_in"%'`,
    )
    .execute(db);
  // Both halves are told: whose entry it was is of no more use.
  await sql.raw('update local_entry set members = null where members is not null and released is not null').execute(db);
  for (const index of [
    'check_in_member on check_in (partner_id, facility_id, member_id)',
    'local_entry_waiting on local_entry (box_id, entry_id) where members is not null',
  ])
    await sql.raw(`create index ${index}`).execute(db);
};
