import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Questions that are asked often, and what the press has written. Without an organisation they are the platform's. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `faq (
      id text primary key,
      org_id text references organisation (id),
      category text not null,
      locale text not null,
      question text not null,
      answer_md text not null,
      audience text not null,
      about text not null,
      position bigint not null,
      state text not null,
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
    `press_item (
      id text primary key,
      org_id text references organisation (id),
      slug text not null,
      title text not null,
      outlet text not null,
      source_url text,
      excerpt text not null,
      body_md text not null,
      published_on text not null,
      publish_at bigint,
      state text not null,
      featured bigint not null,
      revision bigint not null,
      created_by text not null,
      created_at bigint not null,
      changed_by text not null,
      changed_at bigint not null
    )`,
  );
  // Every slug that leads to an item, those that it had before too.
  await createTable(
    db,
    engine,
    `press_slug (
      slug text primary key,
      press_id text not null references press_item (id) on delete cascade
    )`,
  );
  await sql.raw('create index faq_owner on faq (org_id, position, id)').execute(db);
  await sql.raw('create index press_slug_item on press_slug (press_id)').execute(db);
  await sql.raw('create index press_item_owner on press_item (org_id, published_on, id)').execute(db);
};
