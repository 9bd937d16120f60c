import { type Kysely, sql } from 'kysely';

/** More than time-zone tables makes entries what they are: whatever is stored here is not that, so everybody is made anew. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('alter table snapshot_head rename column zones_hash to made_by').execute(db);
};
