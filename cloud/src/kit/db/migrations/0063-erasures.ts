import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Orders to erase members, and what the audit calls members. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `erasure (
      id text primary key,
      facility_id text not null,
      partner_id text not null,
      mark text not null,
      ordered_at bigint not null,
      subject text,
      done_at bigint
    )`,
  );
  await sql.raw('create index erasure_order on erasure (ordered_at)').execute(db);
  await createTable(
    db,
    engine,
    `member_pseudonym (
      pseudonym text primary key,
      facility_id text not null,
      partner_id text not null,
      member_id text not null,
      unique (partner_id, member_id, facility_id)
    )`,
  );
};
