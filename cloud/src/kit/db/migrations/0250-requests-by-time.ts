import { type Kysely, sql } from 'kysely';

/** The requests of a facility are read by time; each answer of a model filled a second index of them, which nobody asks any more. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('drop index ai_request_of').execute(db);
};
