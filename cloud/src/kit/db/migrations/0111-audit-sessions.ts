import type { Kysely } from 'kysely';
import { addColumn } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** In which session of a console a request came. Null where it came with a key, as all did before. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  addColumn(db, engine, { table: 'audit_entry', definition: 'session_id text' });
