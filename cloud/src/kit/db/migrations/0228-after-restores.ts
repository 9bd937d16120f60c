import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/**
 * What a restored database goes on from: up to which payment of the provider’s own account all were looked at, and what numbers of
 * tax documents are told apart by since the last restore.
 */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `topup_looked (
      id text primary key,
      begun_at bigint not null,
      seen_to bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `invoice_epoch (
      id text primary key,
      tag text not null
    )`,
  );
};
