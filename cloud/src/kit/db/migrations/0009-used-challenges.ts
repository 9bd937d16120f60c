import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `used_challenge (
      nonce text primary key,
      expires_at bigint not null
    )`,
  );
  await sql.raw('create index used_challenge_expiry on used_challenge (expires_at)').execute(db);
};
