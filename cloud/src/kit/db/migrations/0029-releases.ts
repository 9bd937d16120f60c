import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `edge_release (
      version text primary key,
      note text not null,
      sha256 text not null,
      size bigint not null,
      added_at bigint not null,
      withdrawn_at bigint
    )`,
  );
  await createTable(
    db,
    engine,
    `edge_release_offer (
      version text not null references edge_release (version),
      scope text not null,
      target text not null,
      percent integer not null,
      serial bigint not null,
      offered_at bigint not null,
      primary key (version, scope, target)
    )`,
  );
};
