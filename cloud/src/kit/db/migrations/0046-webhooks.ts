import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What operators hear of: a feed an organisation, and the webhooks that it is sent to. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    // Numbered as it is written: what was caused by something comes after it, whatever the clocks of the replicas say.
    `operator_event (
      written ${engine === 'sqlite' ? 'bigint primary key' : 'bigint generated always as identity primary key'},
      id text not null unique,
      org_id text not null,
      facility_id text not null,
      type text not null,
      occurred_at bigint not null,
      recorded_at bigint not null,
      data text not null,
      seq bigint
    )`,
  );
  await createTable(
    db,
    engine,
    `operator_feed (
      org_id text primary key,
      last_seq bigint not null,
      removed_through bigint not null,
      sent_through bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `box_watch (
      box_id text primary key,
      online bigint not null,
      since bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `webhook_endpoint (
      id text primary key,
      org_id text not null references organisation (id),
      url text not null,
      description text not null,
      types text not null,
      secret text not null,
      old_secret text,
      old_secret_until bigint,
      from_seq bigint not null,
      failing_since bigint,
      disabled_at bigint,
      disabled_why text,
      created_at bigint not null,
      created_by text not null
    )`,
  );
  await createTable(
    db,
    engine,
    `webhook_delivery (
      id text primary key,
      endpoint_id text not null references webhook_endpoint (id) on delete cascade,
      event_id text not null,
      type text not null,
      facility_id text not null,
      state text not null check (state in ('pending', 'delivered', 'dead', 'dropped')),
      attempts bigint not null,
      last_at bigint,
      last_status bigint,
      last_error text,
      created_at bigint not null
    )`,
  );
  for (const index of [
    'unique index operator_event_seq on operator_event (org_id, seq) where seq is not null',
    'index operator_event_waiting on operator_event (org_id, written) where seq is null',
    'index operator_event_recorded on operator_event (org_id, recorded_at)',
    'index webhook_endpoint_org on webhook_endpoint (org_id, id)',
    'index webhook_delivery_endpoint on webhook_delivery (endpoint_id, id)',
  ])
    await sql.raw(`create ${index}`).execute(db);
};
