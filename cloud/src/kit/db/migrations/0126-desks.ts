import { type Kysely, sql } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Devices of receptions at which staff sign in with a PIN, and those PINs. Of secrets only hashes are kept. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `desk (
      id text primary key,
      facility_id text not null references facility (id),
      label text not null,
      hash text not null unique,
      enrolled_by text not null,
      enrolled_at bigint not null,
      revoked_at bigint
    )`,
  );
  await createTable(
    db,
    engine,
    `desk_pin (
      user_id text primary key references platform_user (id),
      salt text not null,
      key text not null,
      set_at bigint not null
    )`,
  );
  await addColumn(db, engine, { table: 'console_session', definition: 'desk_id text references desk (id)' });
  await sql.raw('create index desk_facility on desk (facility_id) where revoked_at is null').execute(db);
  await sql.raw('create index console_session_desk on console_session (desk_id) where desk_id is not null').execute(db);
};
