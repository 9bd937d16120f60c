import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What somebody who was erased has signed: sealed, until its limitation has ended. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `cua_restricted (
      signature_id text primary key references cua_signature (id) on delete cascade,
      sealed text not null,
      signed_at bigint not null,
      restricted_at bigint not null
    )`,
  );
  await sql.raw('create index cua_restricted_signed on cua_restricted (signed_at)').execute(db);
};
