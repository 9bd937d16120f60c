import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Walk tests of boxes: what of each door was tried, and what was seen of it. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `walk_test (
      id text primary key,
      facility_id text not null references facility (id),
      box_id text not null references box (id),
      configuration_version bigint not null,
      doors text not null,
      begun_at bigint not null,
      begun_by text not null,
      ended_at bigint,
      ended_by text
    )`,
  );
  await createTable(
    db,
    engine,
    `walk_test_step (
      walk_test_id text not null references walk_test (id),
      door_id text not null,
      step text not null,
      outcome text not null check (outcome in ('seen', 'failed', 'skipped')),
      noted_at bigint not null,
      noted_by text not null,
      shown_at bigint,
      epoch text,
      seq bigint,
      note text,
      primary key (walk_test_id, door_id, step)
    )`,
  );
  await sql.raw('create index walk_test_facility on walk_test (facility_id, begun_at, id)').execute(db);
  await sql.raw('create index walk_test_box on walk_test (box_id, begun_at, id)').execute(db);
  // Of a box one is under way at most, whoever begins it.
  await sql.raw('create unique index walk_test_open on walk_test (box_id) where ended_at is null').execute(db);
  await sql.raw('create index walk_test_age on walk_test (ended_at) where ended_at is not null').execute(db);
};
