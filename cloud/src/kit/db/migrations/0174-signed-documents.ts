import { type Kysely, sql } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import { fixRows } from '../fixed-rows.ts';
import type { Engine } from '../unit-of-work.ts';

/** The files that were made of signatures, and e-mails that carry a file. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `signed_document (
      signature_id text primary key,
      pdf_key text not null,
      pdf_sha256 text not null,
      bytes bigint not null,
      signed_at bigint not null,
      made_at bigint not null
    )`,
  );
  await sql.raw('create index signed_document_sha256 on signed_document (pdf_sha256)').execute(db);
  await fixRows(db, engine, { table: 'signed_document', key: ['signature_id'], never: ['update'] });
  for (const definition of ['attachment_key text', 'attachment_name text'])
    await addColumn(db, engine, { table: 'mail', definition });
};
