import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import { fixRows } from '../fixed-rows.ts';
import type { Engine } from '../unit-of-work.ts';

/** Agreements with their published versions, what differs of them at a club, and who signed what. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `agreement (
      id text primary key,
      org_id text references organisation (id),
      title text not null,
      title_key text not null,
      kind text not null check (kind in ('club', 'club-user')),
      state text not null check (state in ('draft', 'active', 'archived')),
      audience text not null check (audience in ('all', 'chosen')),
      current_version bigint not null,
      cua_config text,
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
    `agreement_audience (
      agreement_id text not null references agreement (id),
      scope text not null check (scope in ('organisation', 'facility')),
      scope_id text not null,
      primary key (agreement_id, scope, scope_id)
    )`,
  );
  await createTable(
    db,
    engine,
    `agreement_draft (
      agreement_id text primary key references agreement (id),
      content text not null,
      saved_by text not null,
      saved_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `agreement_version (
      id text primary key,
      agreement_id text not null references agreement (id),
      number bigint not null,
      title text not null,
      requirement text not null check (requirement in ('signature', 'checkbox', 'popup', 'none')),
      body_md text not null,
      attachments text not null,
      change_note text not null,
      reacknowledge bigint not null,
      counts_from bigint not null,
      effective_on text not null,
      sha256 text not null,
      published_by text not null,
      published_at bigint not null,
      unique (agreement_id, number)
    )`,
  );
  await createTable(
    db,
    engine,
    `agreement_variation (
      agreement_id text not null references agreement (id),
      facility_id text not null references facility (id),
      revision bigint not null,
      clauses text not null,
      note text not null,
      from_on text not null,
      until_on text,
      sha256 text not null,
      made_by text not null,
      made_at bigint not null,
      primary key (agreement_id, facility_id, revision)
    )`,
  );
  await createTable(
    db,
    engine,
    `agreement_signature (
      id text primary key,
      agreement_id text not null references agreement (id),
      version_id text not null references agreement_version (id),
      version_number bigint not null,
      variation_revision bigint not null,
      facility_id text not null references facility (id),
      signer_id text not null references platform_user (id),
      method text not null,
      document_sha256 text not null,
      evidence text not null,
      evidence_sha256 text not null,
      signed_at bigint not null,
      unique (version_id, variation_revision, facility_id)
    )`,
  );
  for (const index of [
    'agreement_organisation on agreement (org_id)',
    'agreement_audience_of on agreement_audience (scope_id)',
    'agreement_variation_at on agreement_variation (facility_id)',
    'agreement_signature_of on agreement_signature (agreement_id, facility_id, version_number)',
    'agreement_signature_at on agreement_signature (facility_id)',
  ])
    await sql.raw(`create index ${index}`).execute(db);
  const never = ['update', 'delete'] as const;
  for (const [table, ...key] of [
    ['agreement_version', 'agreement_id', 'number'],
    ['agreement_variation', 'agreement_id', 'facility_id', 'revision'],
    ['agreement_signature', 'version_id', 'variation_revision', 'facility_id'],
  ] as const) {
    await fixRows(db, engine, { table, key, never });
  }
};
