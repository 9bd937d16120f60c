import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Pages of organisations that anybody may read, what they showed, and the addresses that lead to them. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `landing_page (
      id text primary key,
      org_id text not null references organisation (id),
      facility_id text references facility (id),
      slug text not null,
      locale text not null,
      state text not null,
      draft text not null,
      versions bigint not null,
      published bigint,
      scheduled bigint,
      publish_at bigint,
      revision bigint not null,
      created_by text not null,
      created_at bigint not null,
      changed_by text not null,
      changed_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `landing_page_version (
      page_id text not null references landing_page (id) on delete cascade,
      number bigint not null,
      content text not null,
      made_by text not null,
      made_at bigint not null,
      primary key (page_id, number)
    )`,
  );
  await createTable(
    db,
    engine,
    `landing_page_slug (
      slug text primary key,
      page_id text not null references landing_page (id) on delete cascade
    )`,
  );
  await sql.raw('create index landing_page_owner on landing_page (org_id, id)').execute(db);
  await sql.raw('create index landing_page_slug_page on landing_page_slug (page_id)').execute(db);
};
