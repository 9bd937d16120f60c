import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import { fixRows } from '../fixed-rows.ts';
import type { Engine } from '../unit-of-work.ts';

/** Agreements that people at clubs are asked for, each with what has happened to it. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
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
      deliver text not null check (deliver in ('email', 'desk')),
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
    engine,
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
  for (const index of [
    `unique index cua_open on club_user_agreement (agreement_id, facility_id, subject_key) where state in ('draft', 'sent', 'viewed')`,
    'index cua_facility on club_user_agreement (facility_id)',
    'index cua_member on club_user_agreement (partner_id, facility_id, member_id) where member_id is not null',
    'index cua_state_at on club_user_agreement (state_at)',
  ])
    await sql.raw(`create ${index}`).execute(db);
  await fixRows(db, engine, { table: 'cua_event', key: ['cua_id', 'seq'], never: ['update'] });
};
