import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Accounts of organisations at the card provider, and what it said has happened. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `payproc_account (
      id text primary key,
      org_id text not null unique references organisation (id),
      account_id text unique,
      made_by text not null,
      made_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `payproc_event (
      id text primary key,
      type text not null,
      account_id text,
      object_id text not null,
      received_at bigint not null,
      done_at bigint
    )`,
  );
  await createTable(
    db,
    engine,
    `payproc_intent (
      id text primary key,
      account_id text,
      facility_id text,
      seen_at bigint not null
    )`,
  );
  for (const index of [
    'index payproc_event_received on payproc_event (received_at)',
    'index payproc_intent_seen on payproc_intent (seen_at)',
  ])
    await sql.raw(`create ${index}`).execute(db);
};
