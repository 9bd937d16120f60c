import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  const whole = engine === 'sqlite' ? 'integer' : 'bigint';
  await sql.raw(`alter table box_epoch add column highest ${whole} not null default 0`).execute(db);
  await sql.raw(`alter table box_epoch add column gap_since ${whole}`).execute(db);
  await sql
    .raw(
      `update box_epoch set highest = coalesce((
         select max(seq) from box_fact where box_fact.box_id = box_epoch.box_id and box_fact.epoch = box_epoch.epoch), 0)`,
    )
    .execute(db);
  await sql.raw('update box_epoch set gap_since = first_at where highest > through').execute(db);
  await sql.raw('create index box_epoch_gap on box_epoch (gap_since)').execute(db);
  await createTable(
    db,
    engine,
    `box_fact_missing (
      box_id text not null references box (id),
      epoch text not null,
      from_seq bigint not null,
      to_seq bigint not null,
      noted_at bigint not null,
      primary key (box_id, epoch, from_seq)
    )`,
  );
};
