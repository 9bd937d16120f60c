import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What keys have used of what they may use in a minute: one row of each kind, so that replicas count together. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  createTable(
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
