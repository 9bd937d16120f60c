import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

const COLUMNS =
  'id, kind, facility_id, owner_user_id, name, serial_number, model, web_address, settings, secret_hash, registered_at, changed_at, heard_at';

/**
 * A serial number is its organisation's: nobody learns, or keeps somebody else from using, one of another. A device's
 * organisation is its facility's, and follows it.
 */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await sql.raw('create unique index facility_org on facility (id, org_id)').execute(db);
  if (engine === 'postgres') {
    for (const text of [
      'alter table device drop constraint device_serial_number_key',
      'alter table device add column org_id text',
      'update device set org_id = (select org_id from facility where facility.id = device.facility_id)',
      `alter table device add foreign key (facility_id, org_id) references facility (id, org_id) on update cascade`,
      'alter table device add check ((facility_id is null) = (org_id is null))',
    ])
      await sql.raw(text).execute(db);
  } else await madeAnew(db);
  await sql.raw('create unique index device_serial on device (org_id, serial_number)').execute(db);
};

/** SQLite cannot take a constraint away from a column, and whatever refers to a renamed table follows it. */
const madeAnew = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of [
    'alter table device rename to device_before',
    'drop index device_facility',
    'alter table device_reset rename to device_reset_before',
    'drop index device_reset_device',
  ])
    await sql.raw(text).execute(db);
  await createTable(
    db,
    'sqlite',
    `device (
      id text primary key,
      kind text not null,
      facility_id text references facility (id),
      owner_user_id text,
      name text not null,
      serial_number text,
      model text,
      web_address text,
      settings text not null,
      secret_hash text,
      registered_at bigint not null,
      changed_at bigint not null,
      heard_at bigint,
      org_id text,
      foreign key (facility_id, org_id) references facility (id, org_id) on update cascade,
      check ((facility_id is null) = (org_id is null))
    )`,
  );
  await createTable(
    db,
    'sqlite',
    `device_reset (
      id text primary key,
      device_id text not null references device (id),
      secret_hash text not null,
      armed_at bigint not null,
      armed_by text not null,
      taken_at bigint,
      done_at bigint
    )`,
  );
  for (const text of [
    `insert into device (${COLUMNS}, org_id)
       select ${COLUMNS}, (select org_id from facility where facility.id = device_before.facility_id) from device_before`,
    'insert into device_reset select * from device_reset_before',
    'drop table device_reset_before',
    'drop table device_before',
    'create index device_facility on device (facility_id)',
    'create index device_reset_device on device_reset (device_id)',
  ])
    await sql.raw(text).execute(db);
};
