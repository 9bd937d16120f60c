import { type Kysely, sql } from 'kysely';
import { addColumn } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** At which version of the facility's access a pass was last held against the rules. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await addColumn(db, engine, { table: 'outage_pass', definition: 'checked_version bigint not null default 0' });
  await sql
    .raw('create index outage_pass_standing on outage_pass (facility_id, until_s) where revoked_at is null')
    .execute(db);
};
