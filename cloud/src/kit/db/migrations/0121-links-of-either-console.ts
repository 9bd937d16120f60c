import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/**
 * Links that sign in at either console. Those made before are not kept: they last five minutes, and the machine makes others.
 * Codes that wait to be sent name whoever they are for as those of both consoles do.
 */
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
  await sql`update job set payload = replace(payload, '"userId":', '"subjectId":') where kind = 'sessions.send-code'`.execute(
    db,
  );
  await sql.raw('create index sign_in_link_made on sign_in_link (created_at)').execute(db);
};
