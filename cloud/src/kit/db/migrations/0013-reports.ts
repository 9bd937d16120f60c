import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `report_snapshot (
      partner_id text not null references partner (id),
      facility_id text not null references facility (id),
      start_date text not null,
      end_date text not null,
      members_active bigint not null,
      members_new bigint not null,
      members_cancelled bigint not null,
      total_payments double precision not null,
      total_payments_count bigint not null,
      currency text not null,
      stored_at bigint not null,
      primary key (partner_id, facility_id, start_date, end_date)
    )`,
  );
};
