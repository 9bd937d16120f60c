import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What keys have used of what they may use in a minute: one row of each kind, so that replicas count together. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `ai_pace (
    key_hash text not null,
    kind text not null check (kind in ('requests', 'tokens')),
    minute bigint not null,
    used bigint not null,
    primary key (key_hash, kind)
  )`,
  );
  // Those that have ended are forgotten.
  await sql.raw('create index ai_counter_ends on ai_counter (ends_at) where ends_at is not null').execute(db);
};
