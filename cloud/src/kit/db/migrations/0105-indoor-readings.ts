import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** How warm it is inside, as sensors beside boxes and devices say. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `indoor_reading (
      source_id text not null,
      sensor text not null,
      facility_id text not null references facility (id),
      source text not null,
      temperature_c double precision not null,
      observed_at bigint not null,
      primary key (source_id, sensor)
    )`,
  );
  await sql.raw('create index indoor_reading_facility on indoor_reading (facility_id, observed_at)').execute(db);
};
