import type { Kysely } from 'kysely';
import { addColumn } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Why somebody was given access by staff. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  addColumn(db, engine, { table: 'access_grant', definition: "reason text not null default ''" });
