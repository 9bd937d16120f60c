import { type Kysely, sql } from 'kysely';

/** Whether only the addressee and super admins may read it in the mailbox. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('alter table mail add column sensitive integer not null default 0').execute(db);
};
