import { type Kysely, sql } from 'kysely';
import { addColumn } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Of which facility an e-mail tells: what was sent on a day is counted by it. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await addColumn(db, engine, { table: 'mail', definition: 'facility_id text' });
  await sql
    .raw('create index mail_of_facility on mail (facility_id, sent_at) where facility_id is not null')
    .execute(db);
};
