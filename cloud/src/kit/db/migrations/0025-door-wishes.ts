import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `door_wish (
      id text primary key,
      facility_id text not null references facility (id),
      door_id text not null references door (id),
      kind text not null,
      wish text not null,
      state text not null,
      made_at bigint not null,
      settled_at bigint
    )`,
  );
  await sql`create index door_wish_by_door on door_wish (door_id, made_at)`.execute(db);
  await sql`create index door_wish_by_facility on door_wish (facility_id, made_at)`.execute(db);
};
