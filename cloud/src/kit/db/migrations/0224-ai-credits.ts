import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { addColumn, createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Top-ups of AI credit beside those of wallets; what each day came to, receipts and statements. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await addColumn(db, engine, {
    table: 'topup_attempt',
    definition: "purpose text not null default 'wallet' check (purpose in ('wallet', 'ai-credit'))",
  });
  await createTable(
    db,
    engine,
    `ai_adjustment (
      transfer_id text primary key references ledger_transfer (id),
      facility_id text not null,
      note text not null,
      made_by text not null,
      made_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `ai_charge_day (
      id text primary key,
      facility_id text not null,
      day text not null,
      micros bigint not null check (micros > 0),
      requests bigint not null check (requests > 0),
      at bigint not null,
      closed_at bigint not null,
      unique (facility_id, day)
    )`,
  );
  await createTable(db, engine, `ai_closed_day (day text primary key, closed_at bigint not null)`);
  await createTable(
    db,
    engine,
    `ai_receipt (
      number text primary key,
      year bigint not null,
      place bigint not null,
      transfer_id text not null unique references ledger_transfer (id),
      facility_id text not null,
      body text not null,
      made_at bigint not null,
      unique (year, place)
    )`,
  );
  await createTable(db, engine, `ai_receipt_year (year bigint primary key, last bigint not null)`);
  await createTable(
    db,
    engine,
    `ai_statement (
      facility_id text not null,
      month text not null,
      body text not null,
      made_at bigint not null,
      primary key (facility_id, month)
    )`,
  );
  for (const statement of [
    'drop index topup_attempt_one_auto',
    "create unique index topup_attempt_one_auto on topup_attempt (owner_key, purpose) where open = 1 and kind = 'auto'",
    // Among a million requests of a facility the few other things that its credit was debited for.
    "create index ledger_transfer_debit_rare on ledger_transfer (debit_account, id) where kind in ('adjustment', 'refund', 'trueup-shortfall')",
  ])
    await sql.raw(statement).execute(db);
};
