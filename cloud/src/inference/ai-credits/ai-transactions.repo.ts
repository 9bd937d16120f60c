import { firstIdSince } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { type Selectable, sql } from 'kysely';
import { accountIdOf } from '../../commerce/ledger/ledger.module.ts';
import type { LedgerTransferTable } from '../../commerce/ledger/ledger.tables.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { ownerOf } from './ai-accounts.ts';
import type { AiChargeDayTable } from './ai-credits.tables.ts';

export type TransferRow = Selectable<LedgerTransferTable>;

/** Kinds of transfers that are transactions by themselves; `usage` is one a day, and moves between these accounts are none. */
export const MOVES = ['topup', 'adjustment', 'refund', 'trueup-shortfall'] as const;
export type Move = (typeof MOVES)[number];
export interface Within {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** The 16 characters that all ids of this and of later moments begin behind. */
  readonly before?: string | undefined;
}

/** The words of the index that knows them, which a bound value would not be. */
const RARE = sql<boolean>`kind in ('adjustment', 'refund', 'trueup-shortfall')`;

export const aiTransactionsRepo = (tx: Tx, facilityId: FacilityId, currency: string) => {
  const id = (account: 'ai-credit' | 'ai-receivable' | 'shortfall') =>
    accountIdOf({ owner: ownerOf(facilityId), account }, currency);
  const rare = () =>
    tx
      .selectFrom('ledger_transfer')
      .where('debit_account', 'in', [id('ai-credit'), id('ai-receivable'), id('shortfall')])
      .where(RARE);
  const credited = () =>
    tx
      .selectFrom('ledger_transfer')
      .where('credit_account', '=', id('ai-credit'))
      .where('kind', 'in', ['topup', 'adjustment']);

  return {
    credit: id('ai-credit'),

    /** The newest first, of these kinds. */
    moves: async (kinds: readonly Move[], { from, to, before }: Within, limit: number): Promise<TransferRow[]> => {
      if (kinds.length === 0) return [];
      const part = (rows: ReturnType<typeof rare>) => {
        let asked = rows.where('kind', 'in', kinds).selectAll().orderBy('id', 'desc').limit(limit);
        if (before !== undefined) asked = asked.where('id', '<', `ltr_${before}`);
        if (from !== undefined) asked = asked.where('at', '>=', from);
        if (to !== undefined) asked = asked.where('at', '<', to);
        return asked.execute();
      };
      const both = [...(await part(credited())), ...(await part(rare()))];
      return both.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
    },
    /** Closed days, the newest first. */
    days: ({ from, to, before }: Within, limit: number): Promise<AiChargeDayTable[]> => {
      let rows = tx
        .selectFrom('ai_charge_day')
        .where('facility_id', '=', facilityId)
        .selectAll()
        .orderBy('day', 'desc')
        .limit(limit);
      if (before !== undefined) rows = rows.where('id', '<', `atx_${before}`);
      if (from !== undefined) rows = rows.where('at', '>=', from);
      if (to !== undefined) rows = rows.where('at', '<', to);
      return rows.execute();
    },
    /** One that is a transaction by itself. */
    move: async (transferId: string): Promise<TransferRow | undefined> =>
      (await credited().where('id', '=', transferId).selectAll().executeTakeFirst()) ??
      rare().where('id', '=', transferId).selectAll().executeTakeFirst(),

    /** In the order of the books, of days from one through another. */
    movesOn: async (first: string, last: string): Promise<TransferRow[]> => {
      const on = (rows: ReturnType<typeof rare>) =>
        rows.where('day', '>=', first).where('day', '<=', last).selectAll().execute();
      return [...(await on(credited())), ...(await on(rare()))].sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    daysOn: (first: string, last: string): Promise<AiChargeDayTable[]> =>
      tx
        .selectFrom('ai_charge_day')
        .where('facility_id', '=', facilityId)
        .where('day', '>=', first)
        .where('day', '<=', last)
        .selectAll()
        .orderBy('day')
        .execute(),
    /** What moved in each month, by kind and by whether it came in. */
    movedByMonth: async () => {
      const month = sql<string>`substr(day, 1, 7)`;
      const sums = (rows: ReturnType<typeof rare>) =>
        rows
          .groupBy([month, 'kind'])
          .select(({ fn }) => [month.as('month'), 'kind', fn.sum('micros').as('micros')])
          .execute();
      const signed = (sign: 1 | -1) => (row: { month: string; kind: string; micros: string | number | bigint }) => ({
        month: row.month,
        kind: row.kind as Move,
        micros: sign * Number(row.micros),
      });
      return [...(await sums(credited())).map(signed(1)), ...(await sums(rare())).map(signed(-1))];
    },
    /** What closed days came to, by month. */
    chargedByMonth: async () => {
      const month = sql<string>`substr(day, 1, 7)`;
      const rows = await tx
        .selectFrom('ai_charge_day')
        .where('facility_id', '=', facilityId)
        .groupBy(month)
        .select(({ fn }) => [month.as('month'), fn.sum('micros').as('micros'), fn.sum('requests').as('requests')])
        .execute();
      return rows.map((row) => ({ month: row.month, micros: Number(row.micros), requests: Number(row.requests) }));
    },
    /** What requests came to on days that are not closed, day by day. */
    openUsage: async (lastClosed: string) => {
      let rows = tx
        .selectFrom('ledger_transfer')
        .where('debit_account', '=', id('ai-credit'))
        .where('kind', '=', 'usage')
        .where('day', '>', lastClosed);
      // Nothing of these days was booked before the last one that is closed began: the rest is not looked at.
      if (lastClosed !== '')
        rows = rows.where('id', '>=', firstIdSince('ltr', Date.parse(`${lastClosed}T00:00:00.000Z`)));
      const sums = await rows
        .groupBy('day')
        .orderBy('day')
        .select(({ fn }) => ['day', fn.sum('micros').as('micros'), fn.countAll().as('requests')])
        .execute();
      return sums.map((row) => ({ day: row.day, micros: Number(row.micros), requests: Number(row.requests) }));
    },
  };
};
