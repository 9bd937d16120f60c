import { type Kysely, sql } from 'kysely';

/** What is swept every hour is found by its age, and not by looking through all that there is. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const index of [
    'door_wish_made on door_wish (made_at)',
    'job_finished on job (state, finished_at) where finished_at is not null',
    'job_kind_finished on job (kind, state, finished_at) where finished_at is not null',
    'warning_closed on warning (closed_at) where closed_at is not null',
    'webhook_delivery_created on webhook_delivery (created_at)',
  ])
    await sql.raw(`create index ${index}`).execute(db);
};
