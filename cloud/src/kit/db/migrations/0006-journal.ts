import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `box_epoch (
      box_id text not null references box (id),
      epoch text not null,
      through bigint not null,
      through_hash text not null,
      first_at bigint not null,
      primary key (box_id, epoch)
    )`,
  );
  await createTable(
    db,
    engine,
    `box_fact (
      box_id text not null references box (id),
      epoch text not null,
      seq bigint not null,
      boot_id text not null,
      mono_ms double precision not null,
      wall_ms bigint not null,
      clock_trusted bigint not null,
      received_at bigint not null,
      kind text not null,
      door_id text,
      body text not null,
      prev text not null,
      hash text not null,
      primary key (box_id, epoch, seq)
    )`,
  );
  await sql.raw('create index box_fact_door on box_fact (door_id, received_at)').execute(db);
};
