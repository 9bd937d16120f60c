import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import { fixRows } from '../fixed-rows.ts';
import type { Engine } from '../unit-of-work.ts';

/**
 * What people at clubs have signed by a link. The row that proves it never changes; the evidence, which says who it was, is a
 * row of its own, so that it can go while the proof stays. Links may go by SMS, and codes may be for whoever signs.
 */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  if (engine === 'postgres') {
    for (const text of [
      'alter table club_user_agreement drop constraint club_user_agreement_deliver_check',
      `alter table club_user_agreement add check (deliver in ('email', 'sms', 'desk'))`,
      'alter table sign_in_code drop constraint sign_in_code_realm_check',
      `alter table sign_in_code add check (realm in ('staff', 'partner', 'signing'))`,
    ])
      await sql.raw(text).execute(db);
  } else {
    await agreementsAnew(db);
    await codesAnew(db);
  }
  await createTable(
    db,
    engine,
    `cua_signature (
      id text primary key,
      cua_id text not null unique references club_user_agreement (id) on delete cascade,
      agreement_id text not null references agreement (id),
      version_id text not null references agreement_version (id),
      version_number bigint not null,
      variation_revision bigint not null,
      facility_id text not null references facility (id),
      method text not null,
      document_sha256 text not null,
      evidence_sha256 text not null,
      signed_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `cua_evidence (
      signature_id text primary key references cua_signature (id) on delete cascade,
      evidence text not null
    )`,
  );
  await sql.raw('create index cua_signature_at on cua_signature (facility_id)').execute(db);
  for (const [table, key] of [
    ['cua_signature', 'id'],
    ['cua_evidence', 'signature_id'],
  ] as const)
    await fixRows(db, engine, { table, key: [key], never: ['update'] });
};

/** SQLite cannot change a constraint of a column, and whatever refers to a renamed table follows it. */
const agreementsAnew = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of [
    'alter table club_user_agreement rename to club_user_agreement_before',
    'alter table cua_event rename to cua_event_before',
    'drop index cua_open',
    'drop index cua_facility',
    'drop index cua_member',
    'drop index cua_state_at',
    'drop trigger cua_event_no_update',
    'drop trigger cua_event_no_replace',
  ])
    await sql.raw(text).execute(db);
  await createTable(
    db,
    'sqlite',
    `club_user_agreement (
      id text primary key,
      agreement_id text not null references agreement (id),
      version_id text not null references agreement_version (id),
      version_number bigint not null,
      facility_id text not null references facility (id),
      subject_key text not null,
      user_id text references platform_user (id),
      partner_id text references partner (id),
      member_id text,
      name text not null,
      email text,
      deliver text not null check (deliver in ('email', 'sms', 'desk')),
      state text not null check (state in ('draft', 'sent', 'viewed', 'signed', 'declined', 'expired', 'withdrawn', 'ended')),
      state_at bigint not null,
      link_hash text unique,
      link_ends_at bigint,
      ends_on text,
      created_by text not null,
      created_at bigint not null
    )`,
  );
  await createTable(
    db,
    'sqlite',
    `cua_event (
      cua_id text not null references club_user_agreement (id) on delete cascade,
      seq bigint not null,
      at bigint not null,
      kind text not null,
      by_actor text not null,
      remote_address text not null,
      user_agent text,
      hash text not null,
      primary key (cua_id, seq)
    )`,
  );
  for (const text of [
    'insert into club_user_agreement select * from club_user_agreement_before',
    'insert into cua_event select * from cua_event_before',
    'drop table cua_event_before',
    'drop table club_user_agreement_before',
    `create unique index cua_open on club_user_agreement (agreement_id, facility_id, subject_key) where state in ('draft', 'sent', 'viewed')`,
    'create index cua_facility on club_user_agreement (facility_id)',
    'create index cua_member on club_user_agreement (partner_id, facility_id, member_id) where member_id is not null',
    'create index cua_state_at on club_user_agreement (state_at)',
  ])
    await sql.raw(text).execute(db);
  await fixRows(db, 'sqlite', { table: 'cua_event', key: ['cua_id', 'seq'], never: ['update'] });
};

const codesAnew = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of [
    'alter table sign_in_code rename to sign_in_code_before',
    'drop index sign_in_code_of',
    'drop index sign_in_code_made',
  ])
    await sql.raw(text).execute(db);
  await createTable(
    db,
    'sqlite',
    `sign_in_code (
      id text primary key,
      realm text not null check (realm in ('staff', 'partner', 'signing')),
      subject_hash text not null,
      code_hash text not null,
      browser_hash text not null,
      tries bigint not null,
      created_at bigint not null,
      ends_at bigint not null,
      used_at bigint
    )`,
  );
  for (const text of [
    'insert into sign_in_code select * from sign_in_code_before',
    'drop table sign_in_code_before',
    'create index sign_in_code_of on sign_in_code (subject_hash, created_at)',
    'create index sign_in_code_made on sign_in_code (created_at)',
  ])
    await sql.raw(text).execute(db);
};
