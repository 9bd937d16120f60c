import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import { fixRows } from '../fixed-rows.ts';
import type { Engine } from '../unit-of-work.ts';

/** Tax documents, which never change; the numbers they take; what waits for one; and whom they name as customers. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `tax_customer (
      owner_key text primary key,
      party text not null,
      changed_by text not null,
      changed_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `invoice_due (
      about_id text primary key,
      of_kind text not null,
      owner_key text not null,
      corrects_about text,
      reason text,
      cents bigint not null check (cents > 0),
      day text not null,
      made_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `invoice_series (
      id text primary key,
      last bigint not null check (last > 0),
      last_day text not null
    )`,
  );
  await createTable(
    db,
    engine,
    `tax_document (
      id text primary key,
      kind text not null check (kind in ('invoice', 'credit-note')),
      of_kind text not null,
      about_id text not null,
      owner_key text not null,
      number text not null unique,
      corrects_id text references tax_document (id),
      issued_on text not null,
      currency text not null,
      total_cents bigint not null check (total_cents > 0),
      body text not null,
      xml text not null,
      made_by text not null,
      made_at bigint not null,
      check ((kind = 'credit-note') = (corrects_id is not null))
    )`,
  );
  await createTable(
    db,
    engine,
    `invoice_credit (
      invoice_id text primary key references tax_document (id),
      total_cents bigint not null,
      credited_cents bigint not null check (credited_cents between 0 and total_cents)
    )`,
  );
  for (const index of [
    'index invoice_due_of on invoice_due (owner_key)',
    "unique index tax_document_about on tax_document (about_id) where kind = 'invoice'",
    'index tax_document_of on tax_document (owner_key, id)',
    'index tax_document_day on tax_document (issued_on, id)',
  ])
    await sql.raw(`create ${index}`).execute(db);
  await fixRows(db, engine, { table: 'tax_document', key: ['id'], never: ['update', 'delete'] });
  if (engine === 'sqlite')
    // As for ids: `insert or replace` would delete what has the number, without asking a trigger.
    await sql
      .raw(
        `create trigger tax_document_no_replace_of_number before insert on tax_document
          when exists (select 1 from tax_document where number = new.number) begin select raise(ignore); end`,
      )
      .execute(db);
};
