import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Who has set what for the AI credit of a facility, and when. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `ai_activity (
      id text primary key,
      facility_id text not null,
      kind text not null,
      what text not null,
      made_by text not null,
      at bigint not null
    )`,
  );
  for (const index of [
    'ai_activity_of on ai_activity (facility_id, id)',
    'ai_activity_at on ai_activity (at)',
    'ai_request_at on ai_request (facility_id, at, id)',
  ])
    await sql.raw(`create index ${index}`).execute(db);
};
