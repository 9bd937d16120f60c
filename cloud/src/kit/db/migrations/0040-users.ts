import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Who works with the platform: users, the roles they hold, their keys. And whom the audit's rows are about. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `platform_user (
      id text primary key,
      email text not null unique,
      first_name text not null,
      last_name text not null,
      phone_number text,
      created_at bigint not null,
      created_by text not null,
      deleted_at bigint
    )`,
  );
  await createTable(
    db,
    engine,
    `role_grant (
      id text primary key,
      user_id text not null references platform_user (id),
      role text not null,
      scope text not null check (scope in ('platform', 'organisation', 'facility')),
      scope_id text not null,
      granted_by text not null,
      granted_at bigint not null,
      unique (user_id, role, scope, scope_id)
    )`,
  );
  await createTable(
    db,
    engine,
    `user_key (
      id text primary key,
      user_id text not null references platform_user (id),
      label text not null,
      prefix text not null,
      hash text not null,
      created_at bigint not null,
      created_by text not null,
      last_used_at bigint,
      expires_at bigint,
      revoked_at bigint
    )`,
  );
  await sql.raw('create index user_key_prefix on user_key (prefix)').execute(db);
  await sql.raw('create index user_key_user on user_key (user_id)').execute(db);
  for (const column of ['acting_as', 'realm', 'site'])
    await sql.raw(`alter table audit_entry add column ${column} text`).execute(db);
};
