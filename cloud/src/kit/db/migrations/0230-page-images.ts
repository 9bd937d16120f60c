import { type Kysely, sql } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Pictures that public pages show. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `page_image (
      id text primary key,
      media_type text not null,
      width bigint not null,
      height bigint not null,
      bytes bigint not null,
      sha256 text not null,
      state text not null,
      used_by text,
      sent_by text not null,
      sent_at bigint not null
    )`,
  );
  await sql.raw('create index page_image_sha256 on page_image (sha256)').execute(db);
  for (const definition of ['image_id text', 'image_text text'])
    await addColumn(db, engine, { table: 'press_item', definition });
  await sql.raw('create index press_item_image on press_item (image_id)').execute(db);
};
