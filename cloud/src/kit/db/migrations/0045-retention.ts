import type { Kysely } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** How long each kind of record is kept, where that is not the default; and up to where a box's facts are forgotten. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `retention_setting (
      kind text primary key,
      keep_days bigint not null,
      set_by text not null,
      set_at bigint not null
    )`,
  );
  await addColumn(db, engine, {
    table: 'box_epoch',
    definition: 'forgotten_through bigint not null default 0',
  });
};
