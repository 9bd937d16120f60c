import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What the latest certificate of each listener of a box is for: nobody else of its facility gets one for the same. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `certified_name (
      box_id text not null references box (id),
      listener text not null,
      name text not null,
      facility_id text not null references facility (id),
      ends_at bigint not null,
      primary key (box_id, listener, name)
    )`,
  );
  await sql.raw('create index certified_name_facility on certified_name (facility_id, name)').execute(db);
};
