import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** E-mail that is to be sent, and what became of it. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `mail (
      id text primary key,
      recipient text not null,
      subject text not null,
      text_body text not null,
      html_body text,
      state text not null check (state in ('kept', 'queued', 'sent', 'refused')),
      attempts bigint not null,
      last_error text,
      created_at bigint not null,
      tried_at bigint,
      sent_at bigint
    )`,
  );
  await sql.raw('create index mail_created on mail (created_at, id)').execute(db);
};
