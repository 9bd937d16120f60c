import { type Kysely, sql } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Keys that end with the session they were made in, and failures that a dryrun key alone meets. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await addColumn(db, engine, { table: 'partner_key', definition: 'session_id text' });
  await createTable(
    db,
    engine,
    `sandbox_rehearsal (
      key_id text not null,
      door_id text not null,
      scenario text not null,
      until_at bigint not null,
      primary key (key_id, door_id)
    )`,
  );
  await sql
    .raw('create index partner_key_session on partner_key (partner_id, created_at) where session_id is not null')
    .execute(db);
};
