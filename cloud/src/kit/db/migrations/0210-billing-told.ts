import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What owners were told of their money: each fact once. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  createTable(
    db,
    engine,
    `billing_told (
      fact text primary key,
      owner_key text not null,
      told_at bigint not null
    )`,
  );
