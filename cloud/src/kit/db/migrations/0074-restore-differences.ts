import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What a restored database and the world outside did not agree about, until a person has looked. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `restore_difference (
      id text primary key,
      facility_id text not null references facility (id),
      kind text not null,
      subject text not null,
      message text not null,
      found_at bigint not null,
      confirmed_by text,
      confirmed_at bigint
    )`,
  );
  await sql
    .raw(
      'create unique index restore_difference_open on restore_difference (facility_id, kind, subject) where confirmed_at is null',
    )
    .execute(db);
  await sql.raw('create index restore_difference_found on restore_difference (facility_id, found_at)').execute(db);
};
