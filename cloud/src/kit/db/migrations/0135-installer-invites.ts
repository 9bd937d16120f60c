import { type Kysely, sql } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Rights that end by themselves, and the invites that give them to installers. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await addColumn(db, engine, { table: 'role_grant', definition: 'ends_at bigint' });
  await addColumn(db, engine, { table: 'role_grant', definition: 'seen_at bigint' });
  await createTable(
    db,
    engine,
    `installer_invite (
      id text primary key,
      facility_id text not null references facility (id),
      user_id text not null references platform_user (id),
      email text not null,
      name text not null,
      link_hash text not null unique,
      invited_by text not null,
      invited_at bigint not null,
      ends_at bigint not null,
      revoked_at bigint,
      unique (facility_id, user_id)
    )`,
  );
  for (const index of [
    'role_grant_ends on role_grant (ends_at) where ends_at is not null',
    'installer_invite_user on installer_invite (user_id)',
    'installer_invite_ends on installer_invite (ends_at)',
  ])
    await sql.raw(`create index ${index}`).execute(db);
};
