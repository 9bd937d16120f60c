import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Cards, short ids and PINs of persons, and who of the staff may sign in at a panel: hashes and verifiers only. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `credential (
      id text primary key,
      facility_id text not null references facility (id),
      person_id text not null references facility_person (id),
      kind text not null check (kind in ('card', 'short_id')),
      hash text not null,
      hint text not null,
      asks_pin bigint not null check (asks_pin in (0, 1)),
      disabled bigint not null check (disabled in (0, 1)),
      added_by text not null,
      added_at bigint not null,
      unique (facility_id, kind, hash)
    )`,
  );
  await createTable(
    db,
    engine,
    `person_pin (
      person_id text primary key references facility_person (id),
      facility_id text not null references facility (id),
      verifier text not null,
      set_by text not null,
      set_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `panel_staff (
      id text primary key,
      facility_id text not null references facility (id),
      name text not null,
      entry text not null,
      changed_by text not null,
      changed_at bigint not null
    )`,
  );
  await sql.raw('create index credential_person on credential (person_id)').execute(db);
  await sql.raw('create index panel_staff_facility on panel_staff (facility_id)').execute(db);
};
