import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** What banks have sent, payment by payment, and those that wait for somebody. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `bank_file (
      id text primary key,
      format text not null check (format in ('camt.053', 'csv')),
      sha256 text not null,
      made_by text not null,
      made_at bigint not null,
      entries bigint not null,
      to_take_in text,
      taken_in_at bigint
    )`,
  );
  await createTable(
    db,
    engine,
    `bank_entry (
      id text primary key,
      account text not null,
      entry_key text not null,
      file_id text not null references bank_file (id),
      statement_id text not null,
      bank_reference text,
      booked_on text not null,
      amount_minor bigint not null check (amount_minor >= 0),
      currency text not null,
      direction text not null check (direction in ('credit', 'debit')),
      reversal bigint not null check (reversal in (0, 1)),
      text text not null,
      payer text,
      reference text,
      state text not null check (state in ('settled', 'waiting', 'credited', 'dismissed')),
      reason text,
      owner_key text,
      transfer_id text,
      note text,
      decided_by text,
      decided_at bigint,
      unique (account, entry_key)
    )`,
  );
  await sql.raw(`create index bank_entry_waiting on bank_entry (id) where state = 'waiting'`).execute(db);
  await sql.raw('create index bank_entry_file on bank_entry (file_id, state)').execute(db);
  // Whose a payment that waits may be.
  await createTable(
    db,
    engine,
    `bank_entry_owner (
      entry_id text not null references bank_entry (id) on delete cascade,
      owner_key text not null,
      primary key (entry_id, owner_key)
    )`,
  );
  await sql.raw('create index bank_entry_owner_key on bank_entry_owner (owner_key)').execute(db);
};
