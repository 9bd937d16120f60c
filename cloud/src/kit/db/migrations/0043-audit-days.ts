import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** The seals of the audit's days, and statistics that were counted a moment ago. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `audit_day (
      day text primary key,
      entries bigint not null,
      entries_hash text not null,
      previous text not null,
      hash text not null,
      sealed_at bigint not null,
      forgotten_at bigint
    )`,
  );
  await createTable(
    db,
    engine,
    `audit_statistics (
      name text primary key,
      made_at bigint not null,
      body text not null
    )`,
  );
};
