import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Answers about what is billed, kept for a few minutes. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `analytics_cache (
      query text primary key,
      body text,
      made_at bigint not null,
      looks bigint not null
    )`,
  );
  await sql.raw('create index analytics_cache_made on analytics_cache (made_at)').execute(db);
};
