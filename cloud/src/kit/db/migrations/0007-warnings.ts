import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `warning (
      id text primary key,
      kind text not null,
      facility_id text not null references facility (id),
      subject text not null,
      message text not null,
      count bigint not null,
      first_at bigint not null,
      last_at bigint not null,
      unique (kind, facility_id, subject)
    )`,
  );
};
