import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Lockdowns that staff order in the cloud, each a layer of its own, and the doors that each has locked. And what boxes told of doors, to be searched. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `lockdown (
      id text primary key,
      facility_id text not null references facility (id),
      layer text not null check (layer in ('door', 'scope', 'facility')),
      target_id text not null,
      reason text not null,
      begun_by text not null references platform_user (id),
      begun_by_name text not null,
      begun_at bigint not null,
      released_by text references platform_user (id),
      released_by_name text,
      released_at bigint,
      release_reason text
    )`,
  );
  await createTable(
    db,
    engine,
    `lockdown_door (
      lockdown_id text not null references lockdown (id),
      door_id text not null references door (id),
      was_locked bigint not null check (was_locked in (0, 1)),
      wish_id text,
      release_wish_id text,
      primary key (lockdown_id, door_id)
    )`,
  );
  await sql.raw('create index lockdown_facility on lockdown (facility_id, begun_at)').execute(db);
  await sql.raw('create index lockdown_standing on lockdown (facility_id) where released_at is null').execute(db);
  await sql.raw('create index lockdown_door_by_door on lockdown_door (door_id)').execute(db);
  await createTable(
    db,
    engine,
    `door_event (
      id text primary key,
      facility_id text not null references facility (id),
      at bigint not null,
      recorded_at bigint not null,
      box_id text not null,
      door_id text,
      kind text not null,
      outcome text,
      person bigint,
      entry_id text,
      hint text,
      clock_trusted bigint not null check (clock_trusted in (0, 1)),
      data text not null
    )`,
  );
  await sql.raw('create index door_event_facility on door_event (facility_id, at, id)').execute(db);
  await sql.raw('create index door_event_kind on door_event (facility_id, kind, at, id)').execute(db);
  await sql.raw('create index door_event_door on door_event (door_id, at, id)').execute(db);
  await sql
    .raw('create index door_event_person on door_event (facility_id, person, at, id) where person is not null')
    .execute(db);
  await sql.raw('create index door_event_age on door_event (recorded_at)').execute(db);
  await sql
    .raw('create index unlock_attempt_member on unlock_attempt (facility_id, member_id, started_at)')
    .execute(db);
  await copyFacts(db, engine);
};

/** What boxes have told before there was this table, as `keepDoorEvents` writes it. */
export const copyFacts = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  const data = engine === 'sqlite' ? "json_extract(body, '$.data')" : "(body::json -> 'data')";
  const text = (name: string) =>
    engine === 'sqlite' ? `json_extract(body, '$.data.${name}')` : `(body::json -> 'data' ->> '${name}')`;
  const person = engine === 'sqlite' ? text('person') : `cast(${text('person')} as bigint)`;
  await sql
    .raw(
      `insert into door_event (id, facility_id, at, recorded_at, box_id, door_id, kind, outcome, person, entry_id, hint,
        clock_trusted, data)
      select 'dev_' || substr(hash, 1, 32), box.facility_id,
        case when wall_ms < received_at then wall_ms else received_at end, received_at, box_id, door_id, kind,
        case kind when 'access.granted' then 'granted' when 'access.denied' then ${text('reason')}
          when 'access.released' then ${text('outcome')} end,
        ${person}, ${text('entryId')}, ${text('hash')}, clock_trusted, cast(${data} as text)
      from box_fact join box on box.id = box_fact.box_id
      where box.facility_id is not null and (door_id is not null or kind = 'person.banned')
        and kind not in ('lock.moved', 'unlock.accepted', 'unlock.refused', 'unlock.confirmed', 'unlock.failed')
      on conflict do nothing`,
    )
    .execute(db);
};
