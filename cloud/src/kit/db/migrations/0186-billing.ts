import { type Kysely, sql } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import { fixRows } from '../fixed-rows.ts';
import type { Engine } from '../unit-of-work.ts';

/** Who is billed how, what wallets are topped up by, and what waits for a second person. Places can be archived. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `billing_profile (
      owner_key text primary key,
      billing_method text check (billing_method in ('wallet', 'invoice')),
      payment_method text check (payment_method in ('card', 'bank-transfer', 'none')),
      payer_scope text check (payer_scope in ('organisation', 'facility')),
      billing_disabled bigint check (billing_disabled in (0, 1)),
      net_days bigint,
      lockout_policy text,
      auto_topup text,
      changed_by text not null,
      changed_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `billing_wallet (
      owner_key text primary key,
      depleted_at bigint,
      low_at bigint
    )`,
  );
  await createTable(
    db,
    engine,
    `wallet_adjustment (
      transfer_id text primary key references ledger_transfer (id),
      owner_key text not null,
      note text not null,
      made_by text not null,
      made_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `billing_approval (
      id text primary key,
      kind text not null check (kind in ('adjust', 'match', 'entry', 'credit-note')),
      owner_key text not null,
      amount_cents bigint not null,
      asked text not null,
      asked_by text not null,
      asked_at bigint not null,
      ends_at bigint not null,
      state text not null check (state in ('pending', 'approved', 'refused')),
      decided_by text,
      decided_at bigint,
      transfer_id text
    )`,
  );
  await createTable(
    db,
    engine,
    `topup_invoice (
      id text primary key,
      owner_key text not null,
      purpose text not null check (purpose in ('wallet', 'ai-credit')),
      amount_cents bigint not null check (amount_cents > 0),
      currency text not null,
      reference text not null unique,
      state text not null check (state in ('pending', 'paid', 'cancelled')),
      due_at bigint not null,
      made_by text not null,
      made_at bigint not null,
      cancelled_at bigint,
      received_cents bigint,
      paid_at bigint,
      settled_at bigint,
      transfer_id text references ledger_transfer (id)
    )`,
  );
  for (const index of [
    'topup_invoice_owner on topup_invoice (owner_key, id)',
    'billing_approval_at on billing_approval (state, id)',
  ])
    await sql.raw(`create index ${index}`).execute(db);
  await fixRows(db, engine, { table: 'wallet_adjustment', key: ['transfer_id'], never: ['update'] });
  for (const table of ['organisation', 'facility'])
    await addColumn(db, engine, { table, definition: 'archived_at bigint' });
};
