import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Payments that failed at clubs, and which manager was told of which. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `failed_club_payment (
      facility_id text not null references facility (id),
      payment_id text not null,
      amount_minor bigint not null,
      currency text not null,
      code text not null,
      failed_at bigint not null,
      resolved_at bigint,
      primary key (facility_id, payment_id)
    )`,
  );
  await createTable(
    db,
    engine,
    `failed_payment_told (
      facility_id text not null,
      payment_id text not null,
      user_id text not null references platform_user (id),
      told_at bigint not null,
      primary key (facility_id, payment_id, user_id),
      foreign key (facility_id, payment_id) references failed_club_payment (facility_id, payment_id) on delete cascade
    )`,
  );
  for (const index of [
    'index failed_club_payment_failed on failed_club_payment (failed_at)',
    'index failed_club_payment_of on failed_club_payment (facility_id, failed_at)',
    'index failed_payment_told_user on failed_payment_told (user_id)',
  ])
    await sql.raw(`create ${index}`).execute(db);
};
