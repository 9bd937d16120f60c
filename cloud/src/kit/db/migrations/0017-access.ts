import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `facility_person (
      id text primary key,
      facility_id text not null references facility (id),
      disabled bigint not null check (disabled in (0, 1)),
      banned bigint not null check (banned in (0, 1)),
      blocked bigint not null check (blocked in (0, 1)),
      reason text not null,
      changed_by text not null,
      changed_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `person_member (
      partner_id text not null references partner (id),
      facility_id text not null references facility (id),
      member_id text not null,
      person_id text not null references facility_person (id),
      primary key (partner_id, facility_id, member_id)
    )`,
  );
  await createTable(
    db,
    engine,
    `access_grant (
      id text primary key,
      facility_id text not null references facility (id),
      person_id text not null references facility_person (id),
      target text not null,
      from_s bigint,
      until_s bigint,
      break_glass bigint not null check (break_glass in (0, 1)),
      granted_by text not null,
      granted_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `plan_zone (
      facility_id text not null references facility (id),
      partner_id text not null references partner (id),
      name text not null,
      target text not null,
      primary key (facility_id, partner_id, name)
    )`,
  );
  await createTable(
    db,
    engine,
    `access_policy (
      facility_id text primary key references facility (id),
      policy text not null
    )`,
  );
  await sql.raw('create index person_member_person on person_member (person_id)').execute(db);
  await sql.raw('create index access_grant_person on access_grant (person_id)').execute(db);
};
