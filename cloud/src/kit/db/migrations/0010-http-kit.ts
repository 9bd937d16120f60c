import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `audit_entry (
      id text primary key,
      at bigint not null,
      tenant text not null,
      actor text not null,
      event text not null,
      target text,
      outcome text not null,
      status bigint not null,
      duration_ms bigint not null,
      request_id text not null,
      remote_address text not null,
      endpoint text not null
    )`,
  );
  await sql.raw('create index audit_entry_tenant on audit_entry (tenant, at)').execute(db);
  await createTable(
    db,
    engine,
    `request_log (
      request_id text primary key,
      tenant text,
      key_id text,
      at bigint not null,
      method text not null,
      path text not null,
      endpoint text,
      status bigint not null,
      duration_ms bigint not null,
      remote_address text not null
    )`,
  );
  await sql.raw('create index request_log_tenant on request_log (tenant, at)').execute(db);
  await createTable(
    db,
    engine,
    `rate_hit (
      key text not null,
      slot bigint not null,
      at bigint not null,
      primary key (key, slot)
    )`,
  );
  // Counts of the last second need not survive a crash, and so need not wait for the disk.
  if (engine === 'postgres') await sql.raw('alter table rate_hit set unlogged').execute(db);
};
