import { type Kysely, sql } from 'kysely';

/** A warning that stands keeps its kind by the name that the kind has from now on, so that it is closed and shown by it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(`update warning set kind = 'door_override_refused' where kind = 'door_wish_refused'`).execute(db);
};
