import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Which location of the listings provider is which facility, and what it is to say beside name and address. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  createTable(
    db,
    engine,
    `listing_link (
      facility_id text primary key references facility (id),
      location_id text not null unique,
      state text not null,
      details text not null,
      pushed_hash text not null,
      seen_at bigint not null
    )`,
  );
