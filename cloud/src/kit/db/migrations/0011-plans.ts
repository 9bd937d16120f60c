import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `membership_plan (
      partner_id text not null references partner (id),
      facility_id text not null references facility (id),
      membership_plan_id text not null,
      name text not null,
      description text,
      billing_cycle text,
      price bigint,
      currency text,
      class_limit bigint,
      duration_days bigint,
      is_recurring bigint,
      is_trial bigint,
      visible_to_public bigint,
      active_members bigint,
      access_zones text,
      stored_at bigint not null,
      primary key (partner_id, facility_id, membership_plan_id)
    )`,
  );
};
