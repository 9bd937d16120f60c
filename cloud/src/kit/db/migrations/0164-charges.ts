import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What organisations charge: a row for each revision, none of which is ever changed. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `charges_config (
      org_id text not null references organisation (id),
      revision bigint not null,
      charges text not null,
      overrides text not null,
      effective_on text not null,
      saved_by text not null,
      saved_at bigint not null,
      primary key (org_id, revision)
    )`,
  );
  await sql.raw('create index charges_config_effective on charges_config (org_id, effective_on, revision)').execute(db);
};
