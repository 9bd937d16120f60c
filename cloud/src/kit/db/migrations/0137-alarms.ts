import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Alarms with their owners and what became of them, whom each facility tells in which order, and who wants pushes. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `alarm (
      id text primary key,
      facility_id text not null references facility (id),
      kind text not null,
      subject text not null,
      warning_id text not null,
      times bigint not null,
      opened_at bigint not null,
      step bigint not null,
      step_at bigint,
      told_at bigint,
      cleared_at bigint,
      owner_id text,
      owned_at bigint,
      ended_at bigint,
      ended_by text
    )`,
  );
  await createTable(
    db,
    engine,
    `alarm_entry (
      id text primary key,
      alarm_id text not null references alarm (id) on delete cascade,
      place bigint not null,
      at bigint not null,
      what text not null,
      by_actor text,
      detail text not null
    )`,
  );
  await createTable(
    db,
    engine,
    `alarm_plan (
      facility_id text primary key references facility (id),
      steps text not null,
      set_by text not null,
      set_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `alarm_push (
      user_id text not null references platform_user (id),
      facility_id text not null references facility (id),
      kinds text not null,
      quiet_from bigint,
      quiet_until bigint,
      set_at bigint not null,
      primary key (user_id, facility_id)
    )`,
  );
  await createTable(
    db,
    engine,
    `alarm_turn (
      facility_id text not null references facility (id),
      what text not null,
      last_at bigint not null,
      hour_from bigint not null,
      turns bigint not null,
      primary key (facility_id, what)
    )`,
  );
  for (const index of [
    'unique index alarm_open on alarm (facility_id, kind, subject) where ended_at is null',
    'index alarm_standing on alarm (id) where ended_at is null',
    'index alarm_owner on alarm (owner_id) where ended_at is null and owner_id is not null',
    'index alarm_opened on alarm (facility_id, opened_at)',
    'index alarm_warning on alarm (warning_id)',
    'index alarm_ended on alarm (ended_at) where ended_at is not null',
    'index alarm_entry_of on alarm_entry (alarm_id, place)',
    'index alarm_push_facility on alarm_push (facility_id)',
  ])
    await sql.raw(`create ${index}`).execute(db);
};
