import type { Kysely } from 'kysely';
import { addColumn } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Since when a box has a door; null where that was before it was written down. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  addColumn(db, engine, { table: 'door_driver', definition: 'since_at bigint' });
