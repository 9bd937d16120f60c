import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `member (
      partner_id text not null references partner (id),
      facility_id text not null references facility (id),
      member_id text not null,
      first_name text not null,
      last_name text not null,
      primary key (partner_id, facility_id, member_id)
    )`,
  );
};
