import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Text messages, whom they go to, when a facility is not written to, and who agreed to be. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `sms_message (
      id text primary key,
      org_id text not null references organisation (id),
      facility_id text references facility (id),
      kind text not null,
      template_kind text,
      text text not null,
      encoding text not null,
      segments bigint not null,
      send_at bigint,
      send_local text,
      state text not null,
      created_by text not null,
      created_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `sms_recipient (
      message_id text not null references sms_message (id) on delete cascade,
      seq bigint not null,
      facility_id text not null references facility (id),
      phone text,
      partner_id text,
      member_id text,
      user_id text,
      planned_at bigint not null,
      due_at bigint,
      state text not null,
      handing_at bigint,
      provider_id text,
      error text,
      changed_at bigint not null,
      primary key (message_id, seq)
    )`,
  );
  await createTable(
    db,
    engine,
    `sms_quiet_hours (
      facility_id text primary key references facility (id),
      from_minute bigint not null,
      until_minute bigint not null,
      set_by text not null,
      set_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `sms_consent (
      org_id text not null,
      phone_hash text not null,
      state text not null,
      at bigint not null,
      primary key (org_id, phone_hash)
    )`,
  );
  await createTable(
    db,
    engine,
    `sms_consent_entry (
      id text primary key,
      org_id text not null,
      phone_hash text not null,
      state text not null,
      source text not null,
      wording text,
      proof text,
      facility_id text,
      partner_id text,
      member_id text,
      user_id text,
      at bigint not null,
      stored_by text not null
    )`,
  );
  for (const index of [
    'index sms_message_of on sms_message (org_id, id)',
    'index sms_message_created on sms_message (created_at)',
    'index sms_recipient_due on sms_recipient (due_at) where due_at is not null',
    'index sms_recipient_state on sms_recipient (message_id, state)',
    'unique index sms_recipient_provider on sms_recipient (provider_id) where provider_id is not null',
    'index sms_recipient_member on sms_recipient (partner_id, facility_id, member_id) where member_id is not null',
    'index sms_recipient_user on sms_recipient (user_id) where user_id is not null',
    'index sms_consent_entry_of on sms_consent_entry (phone_hash, org_id)',
    'index sms_consent_entry_member on sms_consent_entry (partner_id, facility_id, member_id) where member_id is not null',
    'index sms_consent_entry_user on sms_consent_entry (user_id) where user_id is not null',
  ])
    await sql.raw(`create ${index}`).execute(db);
};
