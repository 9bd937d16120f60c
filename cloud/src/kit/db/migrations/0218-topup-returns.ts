import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Refunds and disputes of top-ups by card: each takes what it is about from the wallet once, and gives it back once at most. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `topup_return (
      id text primary key,
      attempt_id text not null references topup_attempt (id),
      kind text not null check (kind in ('refund', 'dispute')),
      cents bigint not null check (cents > 0),
      taken_at bigint not null,
      restored_at bigint
    )`,
  );
  for (const index of [
    'topup_attempt_intent on topup_attempt (intent_id) where intent_id is not null',
    'topup_attempt_ended on topup_attempt (state, ended_at)',
  ])
    await sql.raw(`create index ${index}`).execute(db);
};
