import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import { allowOneChange, fixRows } from '../fixed-rows.ts';
import type { Engine } from '../unit-of-work.ts';

/** What a month came to for each payer, which never changes but for being paid. */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `monthly_record (
      id text primary key,
      payer_key text not null,
      org_id text not null,
      month text not null,
      method text not null,
      lines text not null,
      total_cents bigint not null,
      micros bigint not null,
      state text not null,
      reference text unique,
      due_at bigint,
      closed_at bigint not null,
      paid_at bigint,
      received_cents bigint,
      unique (payer_key, month, method)
    )`,
  );
  await fixRows(db, engine, { table: 'monthly_record', key: ['payer_key', 'month', 'method'], never: ['delete'] });
  await onlyPaid(db, engine);
  await createTable(
    db,
    engine,
    `monthly_close (
      month text primary key,
      closed_at bigint not null
    )`,
  );
  for (const index of [
    'index monthly_record_of on monthly_record (org_id, month, id)',
    "index monthly_record_owed on monthly_record (payer_key) where state = 'issued'",
    'index monthly_record_paid on monthly_record (paid_at) where paid_at is not null',
  ])
    await sql.raw(`create ${index}`).execute(db);
};

const KEPT = ['id', 'payer_key', 'org_id', 'month', 'method', 'lines', 'total_cents', 'micros', 'closed_at'];
const WORDS = 'a monthly record is settled once, and never changed otherwise';

/** The one change that a record takes: what is owed is paid, or is void. */
const onlyPaid = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  const same = KEPT.map((column) => `new.${column} = old.${column}`).join(' and ');
  const nullable = ['reference', 'due_at'].map(
    (column) => `coalesce(new.${column} = old.${column}, new.${column} is null and old.${column} is null)`,
  );
  const allowed = `old.state = 'issued' and new.state in ('paid', 'void') and ${same} and ${nullable.join(' and ')}`;
  await allowOneChange(db, engine, {
    table: 'monthly_record',
    trigger: 'monthly_record_settled_once',
    allowed,
    words: WORDS,
  });
};
