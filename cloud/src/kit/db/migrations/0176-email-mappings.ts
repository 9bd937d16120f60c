import { type Kysely, sql } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Wordings of e-mails by their place and language, and what an e-mail of such a wording is sent with. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await addColumn(db, engine, { table: 'mail', definition: 'from_name text' });
  await addColumn(db, engine, { table: 'mail', definition: 'reply_to text' });
  await createTable(
    db,
    engine,
    `email_mapping (
      id text primary key,
      kind text not null,
      org_id text references organisation (id),
      facility_id text references facility (id),
      locale text not null,
      subject text not null,
      text_body text not null,
      html_body text,
      from_name text,
      reply_to text,
      also_to text not null,
      enabled bigint not null,
      revision bigint not null,
      changed_by text not null,
      changed_at bigint not null
    )`,
  );
  for (const index of [
    "unique index email_mapping_place on email_mapping (kind, coalesce(facility_id, org_id, ''), locale)",
    'index email_mapping_org on email_mapping (org_id) where org_id is not null',
    'index email_mapping_facility on email_mapping (facility_id) where facility_id is not null',
  ])
    await sql.raw(`create ${index}`).execute(db);
};
