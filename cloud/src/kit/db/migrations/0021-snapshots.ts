import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What boxes are given of a facility, entry by entry, and what has changed since it was last written. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `snapshot_change (
      facility_id text not null references facility (id),
      subject text not null,
      rank bigint not null,
      at bigint not null,
      primary key (facility_id, subject)
    )`,
  );
  await createTable(
    db,
    engine,
    `snapshot_head (
      facility_id text primary key references facility (id),
      epoch text not null,
      revision bigint not null,
      hash text not null,
      entries bigint not null,
      zones_hash text not null,
      round text,
      built bigint not null check (built in (0, 1))
    )`,
  );
  await createTable(
    db,
    engine,
    `snapshot_entry (
      facility_id text not null references facility (id),
      kind text not null,
      id text not null,
      revision bigint not null,
      digest text,
      data text,
      primary key (facility_id, kind, id)
    )`,
  );
  await sql.raw('create index snapshot_change_order on snapshot_change (facility_id, rank, at)').execute(db);
  await sql.raw('create index snapshot_entry_revision on snapshot_entry (facility_id, revision)').execute(db);
};
