import { type Kysely, sql } from 'kysely';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw("alter table partner add column prefix text not null default ''").execute(db);
  await sql.raw("alter table partner add column custom_fields text not null default '[]'").execute(db);
  // For the sweep of what is too old, which asks for no tenant.
  await sql.raw('create index request_log_at on request_log (at)').execute(db);
};
