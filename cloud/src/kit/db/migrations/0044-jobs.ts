import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Work that is done later, by whichever replica is free; and how far each schedule has come. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `job (
      id text primary key,
      kind text not null,
      key text,
      payload text not null,
      due_at bigint not null,
      attempt bigint not null,
      lease_until bigint,
      leased_by text,
      last_error text,
      state text not null check (state in ('queued', 'running', 'done', 'dead')),
      created_at bigint not null,
      finished_at bigint
    )`,
  );
  await sql
    .raw("create unique index job_open_key on job (kind, key) where key is not null and state in ('queued', 'running')")
    .execute(db);
  await sql.raw("create index job_due on job (due_at) where state = 'queued'").execute(db);
  await sql.raw("create index job_lease on job (lease_until) where state = 'running'").execute(db);
  await sql.raw('create index job_state on job (state, id)').execute(db);
  await createTable(
    db,
    engine,
    `job_schedule (
      kind text primary key,
      last_at bigint not null
    )`,
  );
};
