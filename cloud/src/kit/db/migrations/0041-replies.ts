import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Answers that a request sent again gets once more. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `http_reply (
      key text primary key,
      request_hash text not null,
      state text not null check (state in ('running', 'decided', 'answered')),
      started_at bigint not null,
      status bigint,
      answer text
    )`,
  );
  await sql.raw('create index http_reply_started on http_reply (started_at)').execute(db);
};
