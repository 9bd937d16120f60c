import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `box_claim (
      box_id text primary key,
      public_key text not null,
      code_hash text not null unique,
      expires_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `box (
      id text primary key,
      facility_id text not null references facility (id),
      public_key text not null,
      status text not null check (status in ('active', 'decommissioned')),
      claimed_at bigint not null,
      desired_revision bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `box_presence (
      box_id text primary key references box (id),
      boot_id text not null,
      connection_id text not null,
      sent_mono_ms double precision not null,
      received_at bigint not null,
      gone_at bigint,
      beacon text not null
    )`,
  );
};
