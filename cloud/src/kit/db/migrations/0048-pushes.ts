import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Browsers that users want to be told in. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `push_subscription (
      id text primary key,
      user_id text not null,
      endpoint text not null,
      endpoint_hash text not null unique,
      p256dh text not null,
      auth text not null,
      label text,
      created_at bigint not null,
      expires_at bigint,
      delivered_at bigint,
      last_error text
    )`,
  );
  await sql.raw('create index push_subscription_user on push_subscription (user_id, created_at)').execute(db);
};
