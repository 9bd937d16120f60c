import { type Kysely, sql } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import { fixRows } from '../fixed-rows.ts';
import type { Engine } from '../unit-of-work.ts';

/** When somebody else saw the seals of files. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `seal_stamp (
      sha256 text primary key,
      signature_id text not null,
      token text not null,
      stamped_by text not null,
      stamped_at bigint not null
    )`,
  );
  await sql.raw('create index seal_stamp_signature on seal_stamp (signature_id)').execute(db);
  await fixRows(db, engine, { table: 'seal_stamp', key: ['sha256'], never: ['update'] });
  for (const definition of ['stamped_by text', 'stamped_at bigint'])
    await addColumn(db, engine, { table: 'signed_document', definition });
};
