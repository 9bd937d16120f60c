import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tables } from '../../kit/db/tables.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AiChargeDayTable, AiReceiptTable } from './ai-credits.tables.ts';

export type ReceiptRow = Selectable<AiReceiptTable>;

export const aiCreditsRepo = (tx: Tx) => ({
  addAdjustment: (row: Insertable<Tables['ai_adjustment']>): Promise<unknown> =>
    tx.insertInto('ai_adjustment').values(row).execute(),
  /** What people wrote beside adjustments, by the transfer. */
  notesOf: async (transferIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    if (transferIds.length === 0) return new Map();
    const rows = await tx
      .selectFrom('ai_adjustment')
      .where('transfer_id', 'in', transferIds)
      .select(['transfer_id', 'note'])
      .execute();
    return new Map(rows.map(({ transfer_id, note }) => [transfer_id, note]));
  },

  /** The last day that is closed; empty: none is. */
  lastClosed: async (): Promise<string> => {
    const last = tx.selectFrom('ai_closed_day').select(({ fn }) => fn.max('day').as('day'));
    return (await last.executeTakeFirst())?.day ?? '';
  },
  /** Days that the books are sealed of, after one. */
  sealedAfter: async (day: string, limit: number): Promise<string[]> => {
    const sealed = tx.selectFrom('ledger_day').where('day', '>', day).orderBy('day').select('day').limit(limit);
    return (await sealed.execute()).map((row) => row.day);
  },
  /** Whether this is what closes it. */
  closeDay: async (day: string, at: number): Promise<boolean> => {
    const closed = await tx
      .insertInto('ai_closed_day')
      .values({ day, closed_at: at })
      .onConflict((on) => on.doNothing())
      .returning('day')
      .executeTakeFirst();
    return closed !== undefined;
  },
  /** What requests came to on a day, by the account that paid. */
  usageOn: async (day: string) => {
    const rows = await tx
      .selectFrom('ledger_transfer')
      .where('day', '=', day)
      .where('kind', '=', 'usage')
      .groupBy('debit_account')
      .select(({ fn }) => ['debit_account as account', fn.sum('micros').as('micros'), fn.countAll().as('requests')])
      .execute();
    return rows.map((row) => ({ account: row.account, micros: Number(row.micros), requests: Number(row.requests) }));
  },
  addDays: async (rows: readonly AiChargeDayTable[]): Promise<void> => {
    if (rows.length > 0) await tx.insertInto('ai_charge_day').values(rows).execute();
  },

  receiptOf: (transferId: string): Promise<ReceiptRow | undefined> =>
    tx.selectFrom('ai_receipt').selectAll().where('transfer_id', '=', transferId).executeTakeFirst(),
  /** Has the numbers of a year to itself until the unit ends. */
  holdReceipts: (year: number): Promise<unknown> =>
    tx
      .insertInto('ai_receipt_year')
      .values({ year, last: 0 })
      .onConflict((on) => on.column('year').doUpdateSet({ last: sql`ai_receipt_year.last` }))
      .execute(),
  /** The next place of a year whose numbers this unit has to itself. */
  nextPlace: async (year: number): Promise<number> => {
    const { last } = await tx
      .updateTable('ai_receipt_year')
      .set(({ eb }) => ({ last: eb('last', '+', 1) }))
      .where('year', '=', year)
      .returning('last')
      .executeTakeFirstOrThrow();
    return Number(last);
  },
  addReceipt: (row: AiReceiptTable): Promise<unknown> =>
    tx.insertInto('ai_receipt').values(row).returning('number').executeTakeFirstOrThrow(),

  statement: async (facilityId: FacilityId, month: string): Promise<string | undefined> => {
    const kept = tx.selectFrom('ai_statement').where('facility_id', '=', facilityId).where('month', '=', month);
    return (await kept.select('body').executeTakeFirst())?.body;
  },
  /** The one that is kept, whoever was first. */
  keepStatement: async (row: Insertable<Tables['ai_statement']>): Promise<string> => {
    await tx
      .insertInto('ai_statement')
      .values(row)
      .onConflict((on) => on.columns(['facility_id', 'month']).doNothing())
      .execute();
    return (await aiCreditsRepo(tx).statement(row.facility_id, row.month)) ?? row.body;
  },
});
