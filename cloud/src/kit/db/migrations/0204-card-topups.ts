import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Who pays for themselves by card, and each attempt to put money into a wallet. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `payproc_customer (
      owner_key text primary key,
      id text not null unique,
      customer_id text,
      method_id text,
      brand text,
      last4 text,
      agreed_at bigint,
      agreed_by text,
      failures bigint not null,
      off_code text,
      retry_at bigint,
      made_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `topup_attempt (
      id text primary key,
      owner_key text not null,
      kind text not null,
      open bigint,
      amount_cents bigint not null,
      currency text not null,
      state text not null,
      session_id text unique,
      intent_id text,
      method_id text,
      failed_code text,
      asked_at bigint,
      expires_at bigint not null,
      made_by text not null,
      made_at bigint not null,
      ended_at bigint
    )`,
  );
  for (const index of [
    "unique index topup_attempt_one_auto on topup_attempt (owner_key) where open = 1 and kind = 'auto'",
    "index topup_attempt_open on topup_attempt (id) where state = 'open'",
    'index payproc_customer_retry on payproc_customer (retry_at) where retry_at is not null',
  ])
    await sql.raw(`create ${index}`).execute(db);
};
