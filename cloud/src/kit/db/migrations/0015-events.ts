import { type Kysely, sql } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    // Numbered as it is written: what was caused by something comes after it, whatever the clocks of the replicas say.
    `partner_event (
      written ${engine === 'sqlite' ? 'bigint primary key' : 'bigint generated always as identity primary key'},
      id text not null,
      partner_id text not null,
      facility_id text not null,
      kind text not null,
      occurred_at bigint not null,
      recorded_at bigint not null,
      data text not null,
      seq bigint
    )`,
  );
  await createTable(
    db,
    engine,
    `partner_feed (
      partner_id text primary key,
      last_seq bigint not null,
      removed_through bigint not null
    )`,
  );
  await sql
    .raw('create unique index partner_event_seq on partner_event (partner_id, seq) where seq is not null')
    .execute(db);
  await sql
    .raw('create index partner_event_waiting on partner_event (partner_id, written) where seq is null')
    .execute(db);
  await addColumn(db, engine, { table: 'warning', definition: 'partner_id text' });
  await addColumn(db, engine, { table: 'warning', definition: 'closed_at bigint' });
};
