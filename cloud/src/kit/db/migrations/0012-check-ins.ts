import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `check_in (
      partner_id text not null references partner (id),
      facility_id text not null references facility (id),
      record_key text not null,
      check_in_id text,
      member_id text not null,
      occurred_at bigint not null,
      check_in_type text,
      source text,
      class_id text,
      stored_at bigint not null,
      primary key (partner_id, facility_id, record_key)
    )`,
  );
};
