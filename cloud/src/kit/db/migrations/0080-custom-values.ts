import type { Kysely } from 'kysely';
import { addColumn } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What a facility fills in for the fields of a partner. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  addColumn(db, engine, { table: 'partner_integration', definition: "custom_values text not null default '{}'" });
