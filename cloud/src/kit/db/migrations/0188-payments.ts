import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import { fixRows } from '../fixed-rows.ts';
import type { Engine } from '../unit-of-work.ts';

/** Which payments were matched to what, by whom. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `payment_match (
      id text primary key,
      reference text not null,
      kind text not null check (kind in ('topup', 'record')),
      about_id text not null,
      expected_cents bigint not null,
      received_cents bigint not null,
      paid_at bigint not null,
      source text,
      notes text,
      forced bigint not null check (forced in (0, 1)),
      matched_by text not null,
      matched_at bigint not null,
      transfer_id text,
      unique (kind, about_id)
    )`,
  );
  await fixRows(db, engine, { table: 'payment_match', key: ['id'], never: ['update', 'delete'] });
};
