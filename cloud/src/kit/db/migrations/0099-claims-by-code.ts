import { type Kysely, sql } from 'kysely';
import { addColumn } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** The box that shows a code is found by it, and no two open claims have one code. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await addColumn(db, engine, { table: 'box_claim', definition: 'code_mac text' });
  await sql.raw('create unique index box_claim_code on box_claim (code_mac)').execute(db);
};
