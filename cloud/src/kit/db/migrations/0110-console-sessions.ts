import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/**
 * How people sign in at the consoles. Of secrets only hashes are kept, and of secrets that have to be read again the sealed
 * text. Whom a code was asked for is a hash, too: it may be anybody's address.
 */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `console_session (
      id text primary key,
      hash text not null unique,
      realm text not null check (realm in ('staff', 'partner')),
      subject_id text not null,
      signed_in_by text not null check (signed_in_by in ('code', 'passkey', 'link')),
      created_at bigint not null,
      seen_at bigint not null,
      ends_at bigint not null,
      ip text not null,
      user_agent text not null,
      stepped_up_at bigint,
      revoked_at bigint
    )`,
  );
  await createTable(
    db,
    engine,
    `sign_in_code (
      id text primary key,
      realm text not null check (realm in ('staff', 'partner')),
      subject_hash text not null,
      code_hash text not null,
      browser_hash text not null,
      tries bigint not null,
      created_at bigint not null,
      ends_at bigint not null,
      used_at bigint
    )`,
  );
  await createTable(
    db,
    engine,
    `sign_in_turn (
      of_hash text not null,
      slot bigint not null,
      taken_at bigint not null,
      primary key (of_hash, slot)
    )`,
  );
  await createTable(
    db,
    engine,
    `sign_in_link (
      hash text primary key,
      user_id text not null references platform_user (id),
      created_by text not null,
      created_at bigint not null,
      ends_at bigint not null,
      used_at bigint
    )`,
  );
  await createTable(
    db,
    engine,
    `passkey (
      id text primary key,
      user_id text not null references platform_user (id),
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null,
      label text not null,
      created_at bigint not null,
      last_used_at bigint
    )`,
  );
  await createTable(
    db,
    engine,
    `passkey_challenge (
      hash text primary key,
      ends_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `totp (
      user_id text primary key references platform_user (id),
      secret_sealed text not null,
      last_step bigint not null,
      created_at bigint not null,
      confirmed_at bigint
    )`,
  );
  for (const index of [
    'console_session_of on console_session (realm, subject_id, created_at, id)',
    'console_session_ended on console_session (ends_at)',
    'sign_in_code_of on sign_in_code (subject_hash, created_at)',
    'sign_in_code_made on sign_in_code (created_at)',
    'sign_in_turn_taken on sign_in_turn (taken_at)',
    'sign_in_link_made on sign_in_link (created_at)',
    'passkey_of on passkey (user_id)',
    'passkey_challenge_ended on passkey_challenge (ends_at)',
  ])
    await sql.raw(`create index ${index}`).execute(db);
};
