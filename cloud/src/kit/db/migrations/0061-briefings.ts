import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Who gets a briefing by e-mail, of which facility or of the platform, and when. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `briefing_subscription (
      id text primary key,
      user_id text not null references platform_user (id),
      facility_id text not null,
      hour bigint not null check (hour between 0 and 23),
      weekday text not null,
      zone text not null,
      enabled bigint not null check (enabled in (0, 1)),
      due_at bigint not null,
      sent_at bigint,
      created_at bigint not null,
      unique (user_id, facility_id)
    )`,
  );
  for (const index of [
    'briefing_subscription_due on briefing_subscription (due_at, id) where enabled = 1',
    'briefing_subscription_facility on briefing_subscription (facility_id, id)',
    'briefing_subscription_user on briefing_subscription (user_id, id)',
  ])
    await sql.raw(`create index ${index}`).execute(db);
};
