import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `partner (
      id text primary key,
      name text not null,
      linking_method text not null check (linking_method in ('facility_id', 'linking_identifier')),
      linking_label text not null,
      rate_limits text not null
    )`,
  );
  await createTable(
    db,
    engine,
    `partner_organisation (
      partner_id text not null references partner (id),
      org_id text not null references organisation (id),
      primary key (partner_id, org_id)
    )`,
  );
  await createTable(
    db,
    engine,
    `partner_key (
      id text primary key,
      partner_id text not null references partner (id),
      label text not null,
      type text not null check (type in ('live', 'dryrun', 'read-only')),
      prefix text not null,
      hash text not null,
      created_at bigint not null,
      last_used_at bigint,
      expires_at bigint,
      revoked_at bigint
    )`,
  );
  await createTable(
    db,
    engine,
    `partner_integration (
      partner_id text not null references partner (id),
      facility_id text not null references facility (id),
      enabled bigint not null check (enabled in (0, 1)),
      linking_identifier text,
      primary key (partner_id, facility_id),
      unique (partner_id, linking_identifier)
    )`,
  );
  await sql.raw('create index partner_key_prefix on partner_key (prefix)').execute(db);
};
