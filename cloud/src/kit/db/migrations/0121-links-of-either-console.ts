import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Links that sign in at either console. Those made before are not kept: they last five minutes, and the machine makes others. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await sql.raw('drop table sign_in_link').execute(db);
  await createTable(
    db,
    engine,
    `sign_in_link (
      hash text primary key,
      realm text not null check (realm in ('staff', 'partner')),
      subject_id text not null,
      created_by text not null,
      created_at bigint not null,
      ends_at bigint not null,
      used_at bigint
    )`,
  );
  await sql.raw('create index sign_in_link_made on sign_in_link (created_at)').execute(db);
};
