import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What is copied to staging, and which installation this is. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `sync_installation (
      only_one integer primary key check (only_one = 1),
      id text not null,
      mask_key text
    )`,
  );
  await createTable(
    db,
    engine,
    `sync_run (
      id text primary key,
      dry_run integer not null,
      tables text not null,
      state text not null check (state in ('queued', 'running', 'done', 'failed')),
      open integer unique,
      started_by text not null,
      started_at bigint not null,
      finished_at bigint,
      error text,
      counts text,
      live integer not null
    )`,
  );
  await createTable(
    db,
    engine,
    `sync_line (
      run_id text not null references sync_run (id) on delete cascade,
      seq bigint not null,
      at bigint not null,
      level text not null,
      text text not null,
      done bigint,
      total bigint,
      primary key (run_id, seq)
    )`,
  );
  await createTable(
    db,
    engine,
    `sync_table (
      name text primary key,
      run_id text not null,
      synced_at bigint not null
    )`,
  );
  await sql.raw('create index sync_run_started on sync_run (started_at)').execute(db);
};
