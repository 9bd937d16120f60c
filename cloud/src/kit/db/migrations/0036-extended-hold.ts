import type { Kysely } from 'kysely';
import { addColumn } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Who needs more time at a door. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  addColumn(db, engine, {
    table: 'facility_person',
    definition: 'extended bigint not null default 0 check (extended in (0, 1))',
  });
