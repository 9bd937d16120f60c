import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { LedgerDaySumTable, LedgerDayTable, LedgerPeriodTable } from './ledger.tables.ts';
import type { TransferRow } from './posting.repo.ts';

export type LedgerDay = Selectable<LedgerDayTable>;
/** So many rows a statement. */
const ROWS_AT_ONCE = 100;

export const ledgerDaysRepo = (tx: Tx) => ({
  firstDay: async (): Promise<string | undefined> => {
    const first = tx.selectFrom('ledger_transfer').orderBy('day').orderBy('id').select('day').limit(1);
    return (await first.executeTakeFirst())?.day;
  },
  last: (): Promise<LedgerDay | undefined> =>
    tx.selectFrom('ledger_day').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst(),
  all: (): Promise<LedgerDay[]> => tx.selectFrom('ledger_day').selectAll().orderBy('day').execute(),

  /** The transfers of a day, in the order of their ids: lower-case letters and digits, which every database orders alike. */
  page: (day: string, after: string, limit: number): Promise<TransferRow[]> =>
    tx
      .selectFrom('ledger_transfer')
      .where('day', '=', day)
      .where('id', '>', after)
      .orderBy('id')
      .selectAll()
      .limit(limit)
      .execute(),

  /** Nothing happens where the day is sealed already. */
  seal: async (day: Insertable<LedgerDayTable>, sums: readonly Insertable<LedgerDaySumTable>[]): Promise<boolean> => {
    const sealed = await tx
      .insertInto('ledger_day')
      .values(day)
      .onConflict((on) => on.column('day').doNothing())
      .returning('day')
      .executeTakeFirst();
    if (sealed === undefined) return false;
    for (let at = 0; at < sums.length; at += ROWS_AT_ONCE)
      await tx
        .insertInto('ledger_day_sum')
        .values(sums.slice(at, at + ROWS_AT_ONCE))
        .execute();
    return true;
  },
  sumsOf: (day: string): Promise<Selectable<LedgerDaySumTable>[]> =>
    tx.selectFrom('ledger_day_sum').where('day', '=', day).selectAll().execute(),

  /** What all accounts of a kind and currency moved on the days from `from` through `to`. */
  movedBetween: (from: string, to: string) =>
    tx
      .selectFrom('ledger_day_sum as moved')
      .innerJoin('ledger_account as account', 'account.id', 'moved.account_id')
      .where('moved.day', '>=', from)
      .where('moved.day', '<=', to)
      .groupBy(['account.currency', 'account.kind'])
      .orderBy('account.currency')
      .orderBy('account.kind')
      .select(({ fn }) => [
        'account.currency as currency',
        'account.kind as kind',
        fn.sum<number>('moved.debits').as('debits'),
        fn.sum<number>('moved.credits').as('credits'),
      ])
      .execute(),

  lastPeriod: (): Promise<Selectable<LedgerPeriodTable> | undefined> =>
    tx.selectFrom('ledger_period').selectAll().orderBy('month', 'desc').limit(1).executeTakeFirst(),
  findPeriod: (month: string): Promise<Selectable<LedgerPeriodTable> | undefined> =>
    tx.selectFrom('ledger_period').where('month', '=', month).selectAll().executeTakeFirst(),
  closePeriod: async (row: Insertable<LedgerPeriodTable>): Promise<boolean> => {
    const closed = await tx
      .insertInto('ledger_period')
      .values(row)
      .onConflict((on) => on.column('month').doNothing())
      .returning('month')
      .executeTakeFirst();
    return closed !== undefined;
  },
});
