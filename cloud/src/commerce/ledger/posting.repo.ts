import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { LedgerAccountTable, LedgerHoldTable, LedgerTransferTable } from './ledger.tables.ts';

export type TransferRow = Selectable<LedgerTransferTable>;
export type AccountRow = Selectable<LedgerAccountTable>;

/** The last sealed day, and the transfer of this key where there is one. */
const known = prepared((tx, { key }: { key: string }) =>
  tx
    .selectFrom((from) =>
      from
        .selectFrom('ledger_day')
        .select(({ fn }) => fn.max('day').as('sealed'))
        .as('last'),
    )
    .leftJoin('ledger_transfer as transfer', (on) => on.on('transfer.key', '=', key))
    .select([
      'last.sealed as sealed',
      'transfer.id as id',
      'transfer.debit_account as debit_account',
      'transfer.credit_account as credit_account',
      'transfer.micros as micros',
      'transfer.kind as kind',
      'transfer.about as about',
    ]),
);

/** The guard and the change are one statement, so nothing passes between them. */
const debit = prepared((tx, { id, micros, floor }: { id: string; micros: number; floor: number }) =>
  tx
    .updateTable('ledger_account')
    .set(({ eb }) => ({ debits: eb('debits', '+', micros) }))
    .where('id', '=', id)
    .where('frozen_at', 'is', null)
    .where(sql<number>`credits - debits - held - ${micros}`, '>=', sql<number>`coalesce(floor_micros, ${floor})`)
    .where(sql<number>`credits - debits - held - ${micros}`, '>=', floor)
    .returning('id'),
);
const credit = prepared((tx, { id, micros }: { id: string; micros: number }) =>
  tx
    .updateTable('ledger_account')
    .set(({ eb }) => ({ credits: eb('credits', '+', micros) }))
    .where('id', '=', id)
    .where('frozen_at', 'is', null)
    .returning('id'),
);
const insert = prepared((tx, row: Insertable<LedgerTransferTable>) =>
  tx
    .insertInto('ledger_transfer')
    .values(row)
    .onConflict((on) => on.column('key').doNothing())
    .returning('id'),
);

const findAccount = prepared((tx, { id }: { id: string }) =>
  tx.selectFrom('ledger_account').where('id', '=', id).selectAll(),
);
const hold = prepared((tx, { id, micros, none }: { id: string; micros: number; none: number }) =>
  tx
    .updateTable('ledger_account')
    .set(({ eb }) => ({ held: eb('held', '+', micros) }))
    .where('id', '=', id)
    .where('frozen_at', 'is', null)
    .where(sql<number>`credits - debits - held - ${micros}`, '>=', sql<number>`coalesce(floor_micros, ${none})`)
    .returning('id'),
);
const release = prepared((tx, { id, micros }: { id: string; micros: number }) =>
  tx
    .updateTable('ledger_account')
    .set(({ eb }) => ({ held: eb('held', '-', micros) }))
    .where('id', '=', id)
    .returning(['credits', 'debits', 'held']),
);
const insertHold = prepared((tx, row: Insertable<LedgerHoldTable>) =>
  tx
    .insertInto('ledger_hold')
    .values(row)
    .onConflict((on) => on.column('key').doNothing())
    .returning('id'),
);
const resolveHold = prepared((tx, { key, state, at }: { key: string; state: 'posted' | 'voided'; at: number }) =>
  tx
    .updateTable('ledger_hold')
    .set({ state, resolved_at: at })
    .where('key', '=', key)
    .where('state', '=', sql.lit('held' as const))
    .returning((eb) => [
      'account_id',
      'micros',
      eb
        .selectFrom('ledger_day')
        .select(({ fn }) => fn.max('day').as('sealed'))
        .as('sealed'),
    ]),
);

/** So low that no balance is there: an account without a floor. */
export const NO_FLOOR = -Number.MAX_SAFE_INTEGER;

export const postingRepo = (tx: Tx) => ({
  known: async (key: string) => {
    const [row] = await known(tx, { key });
    return row;
  },
  /** Whether it was debited: it is there, it is not frozen, and neither its floor nor this one is passed. */
  debit: async (id: string, micros: number, floor: number): Promise<boolean> =>
    (await debit(tx, { id, micros, floor })).length > 0,
  credit: async (id: string, micros: number): Promise<boolean> => (await credit(tx, { id, micros })).length > 0,

  /** Takes back what this unit has done to an account, since it comes to nothing. */
  undo: (id: string, column: 'debits' | 'credits', micros: number): Promise<unknown> =>
    tx
      .updateTable('ledger_account')
      .set(({ eb }) => ({ [column]: eb(column, '-', micros) }))
      .where('id', '=', id)
      .execute(),

  /** Whether it is the first of its key. */
  insert: async (row: Insertable<LedgerTransferTable>): Promise<boolean> => (await insert(tx, row)).length > 0,

  makeAccount: (row: Insertable<LedgerAccountTable>): Promise<unknown> =>
    tx
      .insertInto('ledger_account')
      .values(row)
      // Whichever of its unique keys it meets: whoever is at it at the same moment has both.
      .onConflict((on) => on.doNothing())
      .execute(),
  findAccount: async (id: string): Promise<AccountRow | undefined> => (await findAccount(tx, { id }))[0],

  hold: async (id: string, micros: number): Promise<boolean> =>
    (await hold(tx, { id, micros, none: NO_FLOOR })).length > 0,
  /** What of the account nothing holds then. */
  release: async (id: string, micros: number): Promise<number> => {
    const [account] = await release(tx, { id, micros });
    return account === undefined ? 0 : account.credits - account.debits - account.held;
  },
  insertHold: async (row: Insertable<LedgerHoldTable>): Promise<boolean> => (await insertHold(tx, row)).length > 0,
  isHeld: async (key: string): Promise<boolean> =>
    (await tx.selectFrom('ledger_hold').where('key', '=', key).select('id').executeTakeFirst()) !== undefined,
  /** The hold, where this is what resolves it, and the last sealed day. */
  resolveHold: async (key: string, state: 'posted' | 'voided', at: number) =>
    (await resolveHold(tx, { key, state, at }))[0],
  expiredHolds: (before: number, limit: number) =>
    tx
      .selectFrom('ledger_hold')
      .where('state', '=', sql.lit('held' as const))
      .where('expires_at', '<=', before)
      .orderBy('expires_at')
      .select('key')
      .limit(limit)
      .execute(),
});
