import { type Kysely, sql } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Numbers that compiled records name things by: given once, and never to anything else, whatever is removed. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `door_number (
      facility_id text not null references facility (id),
      number bigint not null,
      door_id text not null unique,
      primary key (facility_id, number)
    )`,
  );
  await sql`insert into door_number (facility_id, number, door_id)
    select facility_id, row_number() over (partition by facility_id order by id) - 1, id from door`.execute(db);
  await createTable(
    db,
    engine,
    `plan_zone_number (
      facility_id text not null references facility (id),
      partner_id text not null references partner (id),
      membership_plan_id text not null,
      name text not null,
      number bigint not null,
      primary key (facility_id, partner_id, membership_plan_id, name),
      unique (facility_id, number)
    )`,
  );
  await numberPlanZones(db);
  await createTable(
    db,
    engine,
    `person_number (
      facility_id text not null references facility (id),
      number bigint not null,
      subject text not null,
      primary key (facility_id, number),
      unique (facility_id, subject)
    )`,
  );
  await addColumn(db, engine, {
    table: 'facility_access',
    definition: 'scopes_numbered bigint not null default 0',
  });
  await sql`update facility_access set scopes_numbered = (
    select coalesce(max(number) + 1, 0) from access_scope where access_scope.facility_id = facility_access.facility_id
  )`.execute(db);
};

interface PlanRow {
  readonly facility_id: string;
  readonly partner_id: string;
  readonly membership_plan_id: string;
  readonly access_zones: string;
}

const numberPlanZones = async (db: Kysely<unknown>): Promise<void> => {
  const { rows } = await sql<PlanRow>`select facility_id, partner_id, membership_plan_id, access_zones
    from membership_plan where access_zones is not null
    order by facility_id, partner_id, membership_plan_id`.execute(db);
  const next = new Map<string, number>();
  for (const { facility_id, partner_id, membership_plan_id, access_zones } of rows)
    for (const { name } of JSON.parse(access_zones) as { name: string }[]) {
      const number = next.get(facility_id) ?? 0;
      next.set(facility_id, number + 1);
      await sql`insert into plan_zone_number (facility_id, partner_id, membership_plan_id, name, number)
        values (${facility_id}, ${partner_id}, ${membership_plan_id}, ${name}, ${number})`.execute(db);
    }
};
