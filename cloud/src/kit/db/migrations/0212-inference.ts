import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** AI credit: what facilities have set, their keys, what was asked of models, and what counts towards caps. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `ai_facility (
    facility_id text primary key,
    enabled_at bigint,
    enabled_by text,
    paused_at bigint,
    paused_by text,
    pause_reason text,
    spend_limit_cents bigint check (spend_limit_cents >= 0),
    spend_reset text check (spend_reset in ('day', 'week', 'month', 'total')),
    spend_epoch bigint not null,
    recharge_threshold_cents bigint,
    recharge_amount_cents bigint,
    guardrails text not null,
    agent_caps text not null,
    changed_at bigint not null,
    changed_by text not null
  )`,
  );
  await createTable(
    db,
    engine,
    `ai_key (
    hash text primary key,
    facility_id text not null,
    label text not null,
    hint text not null,
    limits text not null,
    expires_at bigint,
    disabled bigint not null check (disabled in (0, 1)),
    made_by text not null,
    made_at bigint not null,
    changed_at bigint not null,
    last_used_at bigint,
    deleted_at bigint
  )`,
  );
  await createTable(
    db,
    engine,
    `ai_counter (
    subject text not null,
    span text not null,
    used_micros bigint not null check (used_micros >= 0),
    held_micros bigint not null check (held_micros >= 0),
    ends_at bigint,
    primary key (subject, span)
  )`,
  );
  await createTable(
    db,
    engine,
    `ai_request (
    id text primary key,
    facility_id text not null,
    source text not null check (source in ('key', 'agent')),
    key_hash text,
    device_id text,
    idempotency_hash text,
    model text not null,
    provider text,
    upstream_id text,
    streamed bigint not null check (streamed in (0, 1)),
    state text not null check (state in ('open', 'settled')),
    status text check (status in ('ok', 'error', 'blocked', 'refused', 'limited', 'cancelled')),
    code text,
    price text,
    caps text,
    hold_micros bigint not null,
    tokens_in bigint not null,
    tokens_out bigint not null,
    cost_micros bigint not null,
    usage_source text check (usage_source in ('provider', 'lookup', 'estimated', 'recovered')),
    at bigint not null,
    progress_at bigint not null,
    first_token_ms bigint,
    ms bigint,
    settled_at bigint
  )`,
  );
  await createTable(
    db,
    engine,
    `ai_rollup (
    facility_id text not null,
    at bigint not null,
    source text not null,
    subject text not null,
    model text not null,
    provider text not null,
    status text not null,
    requests bigint not null,
    tokens_in bigint not null,
    tokens_out bigint not null,
    cost_micros bigint not null,
    ms_sum bigint not null,
    first_tokens bigint not null,
    first_token_ms_sum bigint not null,
    primary key (facility_id, at, source, subject, model, provider, status)
  )`,
  );
  for (const index of [
    'index ai_key_of on ai_key (facility_id, made_at)',
    'index ai_request_of on ai_request (facility_id, id)',
    `index ai_request_open on ai_request (progress_at) where state = 'open'`,
    'unique index ai_request_once on ai_request (facility_id, idempotency_hash) where idempotency_hash is not null',
  ])
    await sql.raw(`create ${index}`).execute(db);
};
