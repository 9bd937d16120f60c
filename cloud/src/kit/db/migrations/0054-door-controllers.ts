import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What staff call a box, the versions of what it should drive, and what it reported of itself. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  for (const column of ['name text', 'serial_number text', 'location text'])
    await sql.raw(`alter table box add column ${column}`).execute(db);
  const whole = engine === 'sqlite' ? 'integer' : 'bigint';
  await sql.raw(`alter table box add column configuration_version ${whole} not null default 0`).execute(db);
  await sql.raw(`alter table box add column differs_since ${whole}`).execute(db);
  await sql.raw(`alter table door add column version ${whole} not null default 1`).execute(db);
  await sql.raw(`alter table door add column acknowledged text not null default '[]'`).execute(db);
  await sql.raw(`alter table door add column removed_at ${whole}`).execute(db);
  await createTable(
    db,
    engine,
    `box_report (
      box_id text primary key references box (id),
      reported_at bigint not null,
      report text not null
    )`,
  );
  await createTable(
    db,
    engine,
    `box_configuration (
      box_id text not null references box (id),
      version bigint not null,
      revision bigint not null,
      made_at bigint not null,
      made_by text not null,
      restored_from bigint,
      changes text not null,
      state text not null,
      primary key (box_id, version)
    )`,
  );
};
