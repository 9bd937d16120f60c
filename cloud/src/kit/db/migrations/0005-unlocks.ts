import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `unlock_attempt (
      event_id text primary key,
      command_id text,
      partner_id text not null references partner (id),
      key_id text not null,
      facility_id text not null references facility (id),
      door_id text not null references door (id),
      box_id text,
      request_id text not null,
      member_id text not null,
      first_name text not null,
      last_name text not null,
      full_name text not null,
      check_in_id text,
      source text,
      metadata text,
      idempotency_key text,
      started_at bigint not null,
      deadline_at bigint not null,
      finished_at bigint,
      outcome text,
      answer text,
      journal_confirmed_at bigint
    )`,
  );
  await createTable(
    db,
    engine,
    `unlock_key (
      partner_id text not null,
      facility_id text not null,
      door_id text not null,
      idempotency_key text not null,
      event_id text not null,
      expires_at bigint not null,
      primary key (partner_id, facility_id, door_id, idempotency_key)
    )`,
  );
  await sql.raw('create index unlock_attempt_door on unlock_attempt (door_id, started_at)').execute(db);
  await sql
    .raw('create index unlock_attempt_running on unlock_attempt (deadline_at) where finished_at is null')
    .execute(db);
  await sql.raw('create index unlock_attempt_command on unlock_attempt (command_id)').execute(db);
  await sql.raw('create index unlock_key_expiry on unlock_key (expires_at)').execute(db);
};
