import { type Kysely, sql } from 'kysely';

/** Which way a request came in. Whatever was written before came over HTTP, as does what an older process still writes. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(`alter table audit_entry add column via text not null default 'http'`).execute(db);
};
