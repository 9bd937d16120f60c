import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What was skipped and ignored of partners' batches, beside their requests. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `partner_remark (
      request_id text not null,
      number integer not null,
      partner_id text not null,
      at bigint not null,
      item integer not null,
      facility_id text,
      member_id text,
      ids text not null,
      path text,
      reason text not null,
      primary key (request_id, number)
    )`,
  );
  await sql.raw('create index partner_remark_at on partner_remark (at)').execute(db);
  await sql
    .raw(
      'create index partner_remark_member on partner_remark (partner_id, facility_id, member_id) where member_id is not null',
    )
    .execute(db);
};
