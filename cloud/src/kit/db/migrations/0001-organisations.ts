import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `organisation (
      id text primary key,
      name text not null
    )`,
  );
  await createTable(
    db,
    engine,
    `facility (
      id text primary key,
      org_id text not null references organisation (id),
      name text not null,
      brand text,
      website_url text,
      timezone text not null,
      social_links text,
      place_data text,
      latitude double precision,
      longitude double precision
    )`,
  );
};
