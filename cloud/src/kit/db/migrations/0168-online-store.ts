import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Which location of the online store is which facility. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `store_location (
      facility_id text primary key references facility (id),
      location_id text,
      busy_until bigint,
      pushed_at bigint
    )`,
  );
};
