import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What partners send along with an unlock and is too long for the row of the attempt. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `unlock_metadata (
      event_id text not null,
      part integer not null,
      parts integer not null,
      partner_id text not null,
      facility_id text not null,
      member_id text not null,
      stored_at bigint not null,
      text text not null,
      primary key (event_id, part)
    )`,
  );
  for (const text of [
    'create index unlock_metadata_member on unlock_metadata (facility_id, partner_id, member_id, stored_at)',
    'create index unlock_metadata_stored on unlock_metadata (stored_at)',
  ])
    await sql.raw(text).execute(db);
};
