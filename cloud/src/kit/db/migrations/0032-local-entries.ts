import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `local_entry (
      box_id text not null,
      entry_id text not null,
      members text,
      released text,
      stored_at bigint not null,
      primary key (box_id, entry_id)
    )`,
  );
  await sql.raw('create index local_entry_stored on local_entry (stored_at)').execute(db);
};
