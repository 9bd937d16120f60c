import { type Kysely, sql } from 'kysely';

/** Until when a card that was left at the provider's page is good, `YYYY-MM`: of those that were left before it is not known. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table payproc_customer add column card_expires text`.execute(db);
};
