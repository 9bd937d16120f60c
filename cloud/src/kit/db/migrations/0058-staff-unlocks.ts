import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

const PARTNERS_WORDS = ['partner_id', 'member_id', 'first_name', 'last_name', 'full_name'];
const INDEXES = [
  'unlock_attempt_door on unlock_attempt (door_id, started_at)',
  'unlock_attempt_running on unlock_attempt (deadline_at) where finished_at is null',
  'unlock_attempt_command on unlock_attempt (command_id)',
];

/** Attempts of staff are recorded beside those of partners: such a row has a user, and no member. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  if (engine === 'postgres') {
    for (const column of PARTNERS_WORDS)
      await sql.raw(`alter table unlock_attempt alter column ${column} drop not null`).execute(db);
    await sql.raw('alter table unlock_attempt add column user_id text references platform_user (id)').execute(db);
    await sql.raw('alter table unlock_attempt add column reason text').execute(db);
    await sql.raw('alter table unlock_attempt add check ((partner_id is null) <> (user_id is null))').execute(db);
  } else await madeAnew(db);
  await sql.raw('create index unlock_attempt_facility on unlock_attempt (facility_id, started_at)').execute(db);
  await sql.raw('alter table unlock_key rename column partner_id to owner_id').execute(db);
};

/** SQLite cannot take a constraint away from a column. */
const madeAnew = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('alter table unlock_attempt rename to unlock_attempt_before').execute(db);
  for (const [name] of INDEXES.map((index) => index.split(' '))) await sql.raw(`drop index ${name}`).execute(db);
  await createTable(
    db,
    'sqlite',
    `unlock_attempt (
      event_id text primary key,
      command_id text,
      partner_id text references partner (id),
      key_id text not null,
      facility_id text not null references facility (id),
      door_id text not null references door (id),
      box_id text,
      request_id text not null,
      member_id text,
      first_name text,
      last_name text,
      full_name text,
      check_in_id text,
      source text,
      metadata text,
      idempotency_key text,
      started_at bigint not null,
      deadline_at bigint not null,
      finished_at bigint,
      outcome text,
      answer text,
      journal_confirmed_at bigint,
      user_id text references platform_user (id),
      reason text,
      check ((partner_id is null) <> (user_id is null))
    )`,
  );
  await sql.raw('insert into unlock_attempt select *, null, null from unlock_attempt_before').execute(db);
  await sql.raw('drop table unlock_attempt_before').execute(db);
  for (const index of INDEXES) await sql.raw(`create index ${index}`).execute(db);
};
