import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What staff keep about a facility beside its doors: whether its details are filled in, notes, holidays, weather. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  // Facilities that are there already are whole.
  const whole = engine === 'sqlite' ? 'integer' : 'bigint';
  await sql.raw(`alter table facility add column template ${whole} not null default 0`).execute(db);
  await createTable(
    db,
    engine,
    `admin_note (
      id text primary key,
      facility_id text not null references facility (id),
      text text not null,
      written_by text not null,
      written_at bigint not null,
      changed_by text not null,
      changed_at bigint not null
    )`,
  );
  await sql.raw('create index admin_note_facility on admin_note (facility_id, written_at)').execute(db);
  await createTable(
    db,
    engine,
    `holiday_blacklist (
      org_id text not null references organisation (id),
      country text not null,
      rule text not null,
      set_by text not null,
      set_at bigint not null,
      primary key (org_id, country, rule)
    )`,
  );
  await createTable(
    db,
    engine,
    `weather_reading (
      facility_id text primary key references facility (id),
      fetched_at bigint not null,
      reading text not null
    )`,
  );
};
