import type { Kysely } from 'kysely';
import { addColumn } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Who has taken a warning on, who has closed it, and the warnings of a facility in their order. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  for (const definition of ['acknowledged_by text', 'acknowledged_at bigint', 'closed_by text'])
    await addColumn(db, engine, { table: 'warning', definition });
  await db.schema.createIndex('warning_of_facility').on('warning').columns(['facility_id', 'last_at', 'id']).execute();
};
