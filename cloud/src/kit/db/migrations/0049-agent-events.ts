import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What agents tell people: runs that ended, how much each may still tell, and the images of notifications. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `notification_image (
      id text primary key,
      key_hash text not null unique,
      device_id text not null,
      type text not null,
      size bigint not null,
      state text not null check (state in ('putting', 'stored')),
      created_at bigint not null
    )`,
  );
  await sql.raw('create index notification_image_device on notification_image (device_id)').execute(db);
  await createTable(
    db,
    engine,
    `agent_turn (
      device_id text not null,
      session text not null,
      started_at bigint not null,
      told_at bigint not null,
      primary key (device_id, session, started_at)
    )`,
  );
  await sql.raw('create index agent_turn_told on agent_turn (told_at)').execute(db);
  await createTable(
    db,
    engine,
    `agent_allowance (
      device_id text not null,
      kind text not null,
      spent_until bigint not null,
      primary key (device_id, kind)
    )`,
  );
};
