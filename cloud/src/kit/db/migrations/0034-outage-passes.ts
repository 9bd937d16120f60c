import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `outage_pass (
      id text primary key,
      facility_id text not null references facility (id),
      partner_id text not null references partner (id),
      member_id text not null,
      member_hash text not null,
      doors text not null,
      phone text not null,
      from_s bigint not null,
      until_s bigint not null,
      uses bigint not null,
      issued_at bigint not null,
      issued_by text not null,
      revoked_at bigint,
      revoked_why text,
      forgotten bigint not null check (forgotten in (0, 1))
    )`,
  );
  await sql
    .raw('create index outage_pass_member on outage_pass (facility_id, partner_id, member_id, until_s)')
    .execute(db);
  await sql.raw('create index outage_pass_end on outage_pass (until_s)').execute(db);
};
