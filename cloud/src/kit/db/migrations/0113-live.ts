import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What is watched live, who watches by a socket, and what services tell while they work. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `live_picture (
      name text primary key,
      last_seq bigint not null,
      removed_through bigint not null,
      prints text not null,
      looked_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `live_change (
      written ${engine === 'sqlite' ? 'bigint primary key' : 'bigint generated always as identity primary key'},
      name text not null references live_picture (name) on delete cascade,
      seq bigint,
      recorded_at bigint not null,
      changes text not null
    )`,
  );
  await createTable(
    db,
    engine,
    `live_socket (
      user_id text not null references platform_user (id),
      place bigint not null,
      id text not null unique,
      lease_until bigint not null,
      primary key (user_id, place)
    )`,
  );
  await createTable(
    db,
    engine,
    `socket_run (
      id text primary key,
      socket_id text not null,
      user_id text not null references platform_user (id),
      begun_at bigint not null,
      last_seq bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `socket_line (
      run_id text not null references socket_run (id) on delete cascade,
      seq bigint not null,
      at bigint not null,
      level text not null,
      text text not null,
      done bigint,
      total bigint,
      primary key (run_id, seq)
    )`,
  );
  for (const index of [
    'unique index live_change_place on live_change (name, seq)',
    'index live_change_waiting on live_change (name, written) where seq is null',
    'index live_picture_age on live_picture (looked_at)',
    'index socket_run_socket on socket_run (socket_id)',
    'index socket_run_age on socket_run (begun_at)',
  ])
    await sql.raw(`create ${index}`).execute(db);
};
