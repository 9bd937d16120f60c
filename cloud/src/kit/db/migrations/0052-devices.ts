import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Devices of every kind but boxes, the factory resets that await them, and what is known of anybody's warranty. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `device (
      id text primary key,
      kind text not null,
      facility_id text references facility (id),
      owner_user_id text,
      name text not null,
      serial_number text unique,
      model text,
      web_address text,
      settings text not null,
      secret_hash text,
      registered_at bigint not null,
      changed_at bigint not null,
      heard_at bigint
    )`,
  );
  await sql.raw('create index device_facility on device (facility_id)').execute(db);
  await createTable(
    db,
    engine,
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
  await sql.raw('create index device_reset_device on device_reset (device_id)').execute(db);
  await createTable(
    db,
    engine,
    `device_warranty (
      device_id text primary key,
      purchased_on text,
      warranty_until text
    )`,
  );
};
