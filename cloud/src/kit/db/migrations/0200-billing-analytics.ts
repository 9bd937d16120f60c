import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Answers about what is billed, kept for a few minutes. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  createTable(
    db,
    engine,
    `analytics_cache (
      query text primary key,
      body text,
      made_at bigint not null,
      looks bigint not null
    )`,
  );
