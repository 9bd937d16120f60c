import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What was revoked, until it is marked outside the database and no backup is older; and how far the database has come. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `revocation (
      id text primary key,
      at bigint not null,
      marks text not null,
      state text not null
    )`,
  );
  await createTable(
    db,
    engine,
    `database_pulse (
      id bigint primary key,
      beats bigint not null
    )`,
  );
  await db.schema.createIndex('revocation_at').on('revocation').column('at').execute();
  await db.schema.createIndex('revocation_state').on('revocation').columns(['state', 'at']).execute();
};
