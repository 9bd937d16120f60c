import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Files that agreements show. Their bytes lie in the store of objects. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `agreement_attachment (
      id text not null primary key,
      name text not null,
      media_type text not null,
      bytes bigint not null,
      sha256 text not null,
      pages bigint,
      state text not null,
      used_by text,
      sent_by text not null,
      sent_at bigint not null
    )`,
  );
};
