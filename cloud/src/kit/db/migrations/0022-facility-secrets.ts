import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Keys of one facility, made when they are first needed: 32 random bytes each, base64. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  createTable(
    db,
    engine,
    `facility_secret (
      facility_id text primary key references facility (id),
      credential_key text not null,
      name_key text not null
    )`,
  );
