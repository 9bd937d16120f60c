import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `facility_access (
      facility_id text primary key references facility (id),
      version bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `access_scope (
      id text primary key,
      facility_id text not null references facility (id),
      number bigint not null,
      name text not null,
      unique (facility_id, number),
      unique (facility_id, name)
    )`,
  );
  await createTable(
    db,
    engine,
    `access_scope_door (
      scope_id text not null references access_scope (id),
      door_id text not null references door (id),
      primary key (scope_id, door_id)
    )`,
  );
  await createTable(
    db,
    engine,
    `scope_key (
      facility_id text not null references facility (id),
      partner_id text not null references partner (id),
      key text not null,
      number bigint not null,
      target text,
      disabled bigint not null check (disabled in (0, 1)),
      member_count bigint not null check (member_count >= 0),
      first_at bigint not null,
      primary key (facility_id, partner_id, key),
      unique (facility_id, number)
    )`,
  );
  await createTable(
    db,
    engine,
    `access_source (
      facility_id text not null references facility (id),
      partner_id text not null references partner (id),
      number bigint not null,
      last_push_at bigint,
      refused_since bigint,
      refusal_warned bigint not null check (refusal_warned in (0, 1)),
      primary key (facility_id, partner_id),
      unique (facility_id, number)
    )`,
  );
  await createTable(
    db,
    engine,
    `refused_member (
      facility_id text not null references facility (id),
      partner_id text not null references partner (id),
      member_id text not null,
      since bigint not null,
      last_at bigint not null,
      reason text not null,
      primary key (facility_id, partner_id, member_id)
    )`,
  );
  await createTable(
    db,
    engine,
    `status_word (
      partner_id text not null references partner (id),
      word text not null,
      effect text not null check (effect in ('allow', 'deny', 'ignore')),
      primary key (partner_id, word)
    )`,
  );
  await sql
    .raw('create index access_source_refused on access_source (refused_since) where refused_since is not null')
    .execute(db);
};
