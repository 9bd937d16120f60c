import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** The certificate authorities of a facility, PEM: the first is made at first need, each next one before the last ends. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  createTable(
    db,
    engine,
    `facility_authority (
      facility_id text not null references facility (id),
      generation bigint not null,
      certificate text not null,
      private_key text not null,
      ends_at bigint not null,
      primary key (facility_id, generation)
    )`,
  );
