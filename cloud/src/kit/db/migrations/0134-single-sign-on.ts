import { type Kysely, sql } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** The OpenID provider of an organisation, whom it has vouched for, and sign-ins that are on their way there and back. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `openid_provider (
      org_id text primary key references organisation (id),
      issuer text not null,
      client_id text not null,
      client_secret_sealed text not null,
      set_by text not null,
      set_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `openid_subject (
      org_id text not null references organisation (id),
      subject text not null,
      user_id text not null references platform_user (id),
      since bigint not null,
      primary key (org_id, subject),
      unique (org_id, user_id)
    )`,
  );
  await createTable(
    db,
    engine,
    `openid_sign_in (
      state_hash text primary key,
      org_id text not null references organisation (id),
      browser_hash text not null,
      sealed text not null,
      created_at bigint not null,
      ends_at bigint not null,
      used_at bigint
    )`,
  );
  await addColumn(db, engine, {
    table: 'console_session',
    definition: 'organisation_id text references organisation (id)',
  });
  await sql.raw('create index openid_sign_in_age on openid_sign_in (created_at)').execute(db);
  await sql.raw('create index openid_subject_user on openid_subject (user_id)').execute(db);
  await sql
    .raw(
      'create index console_session_organisation on console_session (organisation_id) where organisation_id is not null',
    )
    .execute(db);
};
