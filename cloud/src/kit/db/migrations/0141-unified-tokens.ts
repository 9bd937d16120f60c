import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Bearer tokens of the unified API: each is a user's key, for a while and for less than its user may do. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `unified_token (
      hash text primary key,
      key_id text not null references user_key (id),
      scope text not null,
      created_at bigint not null,
      ends_at bigint not null
    )`,
  );
  await sql.raw('create index unified_token_end on unified_token (ends_at)').execute(db);
};
