import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** How big the database was, every hour: who fills it is noticed by how fast it grows. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `database_size (
      at bigint primary key,
      bytes bigint not null
    )`,
  );
};
