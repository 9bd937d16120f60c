import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `door (
      id text primary key,
      facility_id text not null references facility (id),
      box_id text references box (id),
      name text not null,
      zone text,
      location text,
      device_serial_number text,
      config text not null
    )`,
  );
  await sql.raw('create index door_facility on door (facility_id)').execute(db);
  await sql.raw('create index door_box on door (box_id)').execute(db);
};
