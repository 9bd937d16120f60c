import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import { allowOneChange, fixRows } from '../fixed-rows.ts';
import type { Engine } from '../unit-of-work.ts';

/** Rates by versions that never change, and the log of each facility and day, which is closed once. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `rate_version (
      id text primary key,
      scope text not null,
      owner text not null,
      version bigint not null,
      body text,
      made_at bigint not null,
      made_by text not null,
      unique (scope, owner, version)
    )`,
  );
  await fixRows(db, engine, {
    table: 'rate_version',
    key: ['scope', 'owner', 'version'],
    never: ['update', 'delete'],
  });
  await createTable(
    db,
    engine,
    `rate_template (
      id text primary key,
      name_key text not null unique,
      made_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `rate_block (
      owner_key text primary key,
      template_id text references rate_template (id)
    )`,
  );
  await createTable(
    db,
    engine,
    `billing_log (
      id text primary key,
      facility_id text not null references facility (id),
      org_id text not null,
      day text not null,
      versions text not null,
      state text not null,
      opened_at bigint not null,
      facts text,
      lines text,
      carry text,
      micros bigint,
      payer_key text,
      billed bigint,
      method text,
      closed_at bigint,
      unique (facility_id, day)
    )`,
  );
  await fixRows(db, engine, { table: 'billing_log', key: ['facility_id', 'day'], never: ['delete'] });
  await onlyClosed(db, engine);
  await createTable(
    db,
    engine,
    `billing_rollup (
      owner text not null,
      month text not null,
      charge text not null,
      quantity bigint not null,
      micros bigint not null,
      wallet_micros bigint not null,
      primary key (owner, month, charge)
    )`,
  );
  for (const index of [
    'index rate_block_template on rate_block (template_id) where template_id is not null',
    "index billing_log_open on billing_log (facility_id, day) where state = 'open'",
    'index billing_log_day on billing_log (day, payer_key)',
    'index billing_log_payer on billing_log (payer_key, day)',
  ])
    await sql.raw(`create ${index}`).execute(db);
};

const KEPT = ['id', 'facility_id', 'org_id', 'day', 'versions', 'opened_at'];
const WORDS = 'a billing log is closed once, and never changed otherwise';

/** The one change that a log takes: it is closed, and what it was opened with stays. */
const onlyClosed = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  const same = KEPT.map((column) => `new.${column} = old.${column}`).join(' and ');
  const allowed = `old.state = 'open' and new.state = 'closed' and ${same}`;
  await allowOneChange(db, engine, { table: 'billing_log', trigger: 'billing_log_closed_once', allowed, words: WORDS });
};
