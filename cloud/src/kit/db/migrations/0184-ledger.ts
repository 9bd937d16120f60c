import { type Kysely, sql } from 'kysely';
import { createTable } from '../create-table.ts';
import { fixRows } from '../fixed-rows.ts';
import type { Engine } from '../unit-of-work.ts';

/** The most that a JavaScript number holds exactly: no sum of an account gets beyond. */
const MOST = Number.MAX_SAFE_INTEGER;

/**
 * Double entry: a transfer moves one amount from one account to another, and never changes. A day that is sealed takes no further
 * transfer, whoever writes the statement.
 */
export const up = async (db: Kysely<unknown>, engine: Engine): Promise<void> => {
  await createTable(
    db,
    engine,
    `ledger_setting (
      name text primary key,
      value text not null,
      set_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `ledger_account (
      id text primary key,
      owner_key text not null,
      kind text not null,
      currency text not null,
      floor_micros bigint,
      debits bigint not null check (debits between 0 and ${MOST}),
      credits bigint not null check (credits between 0 and ${MOST}),
      held bigint not null check (held between 0 and ${MOST}),
      frozen_at bigint,
      unique (owner_key, kind, currency)
    )`,
  );
  await createTable(
    db,
    engine,
    `ledger_transfer (
      id text primary key,
      key text not null unique,
      group_id text,
      debit_account text not null references ledger_account (id),
      credit_account text not null references ledger_account (id),
      micros bigint not null check (micros between 1 and ${MOST}),
      kind text not null,
      about text not null,
      note text,
      made_by text not null,
      at bigint not null,
      day text not null,
      check (debit_account <> credit_account)
    )`,
  );
  await createTable(
    db,
    engine,
    `ledger_hold (
      id text primary key,
      key text not null unique,
      account_id text not null references ledger_account (id),
      micros bigint not null check (micros between 1 and ${MOST}),
      state text not null check (state in ('held', 'posted', 'voided')),
      made_at bigint not null,
      expires_at bigint not null,
      resolved_at bigint
    )`,
  );
  await createTable(
    db,
    engine,
    `ledger_day (
      day text primary key,
      entries bigint not null,
      entries_hash text not null,
      previous text not null,
      hash text not null,
      sealed_at bigint not null
    )`,
  );
  await createTable(
    db,
    engine,
    `ledger_day_sum (
      day text not null references ledger_day (day),
      account_id text not null references ledger_account (id),
      debits bigint not null,
      credits bigint not null,
      primary key (account_id, day)
    )`,
  );
  await createTable(
    db,
    engine,
    `ledger_period (
      month text primary key,
      balance text not null,
      head text not null,
      closed_by text not null,
      closed_at bigint not null
    )`,
  );
  for (const index of [
    'ledger_transfer_day on ledger_transfer (day, id)',
    'ledger_transfer_debit on ledger_transfer (debit_account, id)',
    'ledger_transfer_credit on ledger_transfer (credit_account, id)',
    'ledger_day_sum_day on ledger_day_sum (day)',
    'ledger_hold_open on ledger_hold (account_id, state)',
    'ledger_hold_expiry on ledger_hold (state, expires_at)',
  ])
    await sql.raw(`create index ${index}`).execute(db);
  for (const [table, key] of [
    ['ledger_transfer', ['id']],
    ['ledger_day', ['day']],
    ['ledger_day_sum', ['account_id', 'day']],
    ['ledger_period', ['month']],
  ] as const)
    await fixRows(db, engine, { table, key, never: ['update', 'delete'] });
  for (const text of [...sealedDays(engine), ...resolvedOnce(engine)]) await sql.raw(text).execute(db);
};

const SEALED = 'the day of this transfer is sealed';
const sealedDays = (engine: Engine): readonly string[] =>
  engine === 'postgres'
    ? [
        `create function ledger_transfer_open() returns trigger language plpgsql as $$
          begin
            if exists (select 1 from ledger_day where day >= new.day) then
              raise exception '${SEALED}' using errcode = 'restrict_violation';
            end if;
            return new;
          end $$`,
        'create trigger ledger_transfer_open before insert on ledger_transfer for each row execute function ledger_transfer_open()',
      ]
    : [
        // What has the key of another is dropped before, or `insert or replace` would delete that without asking a trigger.
        `create trigger ledger_transfer_no_replace_of_key before insert on ledger_transfer
          when exists (select 1 from ledger_transfer where key = new.key) begin select raise(ignore); end`,
        `create trigger ledger_transfer_open before insert on ledger_transfer
          when exists (select 1 from ledger_day where day >= new.day) begin select raise(abort, '${SEALED}'); end`,
      ];

const RESOLVED = 'a hold is resolved once';
const resolvedOnce = (engine: Engine): readonly string[] =>
  engine === 'postgres'
    ? [
        `create function ledger_hold_once() returns trigger language plpgsql as $$
          begin raise exception '${RESOLVED}' using errcode = 'restrict_violation'; end $$`,
        `create trigger ledger_hold_once before update on ledger_hold for each row when (old.state <> 'held')
          execute function ledger_hold_once()`,
      ]
    : [
        `create trigger ledger_hold_once before update on ledger_hold
          when old.state <> 'held' begin select raise(abort, '${RESOLVED}'); end`,
      ];
