import { type Kysely, sql } from 'kysely';

/** Which revoked passes boxes are still told of is asked every minute: few of all that are kept. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw('create index outage_pass_told on outage_pass (until_s) where revoked_at is not null and forgotten = 0')
    .execute(db);
};
