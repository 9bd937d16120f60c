import { Days } from '@gatehouse/shared/time/duration.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { expect } from 'vitest';
import { type AccountOf, type OwnerKey, ownerKeyOf } from '../../../commerce/ledger/ledger.module.ts';
import type { TestEngine } from '../../../kit/db/engines.ts';
import { atFacility } from '../../ai-settings/testing/at-facility.ts';

export const EURO = 1_000_000;
export interface Row {
  readonly transactionId: string;
  readonly type: string;
  readonly micros: number;
  readonly at: string;
}

/** AI credit of a facility of its own for every test, with what moves it. */
export const crediting = (open: TestEngine['open'], clock: ManualClock) => {
  const at = atFacility(open, clock);
  const { on, get, router } = at;
  let moved = 0;
  const owner = (): OwnerKey => ownerKeyOf({ kind: 'facility', id: on.clubID });

  const move = async (
    kind: string,
    micros: number,
    [from, to]: readonly [AccountOf['account'], AccountOf['account']],
  ): Promise<string> => {
    const { db, ledger } = on.api.world;
    const about = `${kind === 'topup' || kind === 'refund' ? 'tup' : 'gen'}_${moved++}`;
    const sides = { debit: { owner: owner(), account: from }, credit: { owner: owner(), account: to } };
    const posted = { key: `${kind}:${about}`, kind, about, micros, currency: ledger.currency, by: 'system:test' };
    await on.api.moveOn();
    return (await db.write((tx) => ledger.post(tx, { ...posted, ...sides }))).transferId;
  };
  /** All transactions, or those of a query. */
  const rows = async (query = ''): Promise<Row[]> => (await get(`/transactions?limit=200${query}`)).json.data;

  return {
    ...at,
    owner,
    rows,
    /** Resolves with the transaction that it is. */
    topUp: async (micros: number): Promise<string> =>
      `atx_${(await move('topup', micros, ['card-clearing', 'ai-credit'])).slice(4)}`,
    giveBack: (micros: number) => move('refund', micros, ['ai-receivable', 'card-clearing']),
    use: (micros: number) => move('usage', micros, ['ai-credit', 'revenue']),
    /** By the platform. */
    bear: (micros: number) => move('trueup-shortfall', micros, ['shortfall', 'revenue']),
    adjust: (amountCents: unknown, note?: string) => router('POST', '/adjust', { amountCents, ...(note && { note }) }),
    overview: async () => (await get('/overview')).json,
    change: (change: Parameters<typeof on.api.world.aiSettings.changes.change>[2]) =>
      on.api.world.db.write((tx) => on.api.world.aiSettings.changes.change(tx, on.clubID, change, 'test')),
    pause: () =>
      on.api.world.db.write((tx) =>
        on.api.world.aiSettings.changes.pause(tx, on.clubID, { paused: true, reason: null, by: 'test' }),
      ),
    /** Night falls, and what has to be done by then is. */
    nextDays: async (days: number): Promise<void> => {
      await clock.advance(Days(days));
      await on.api.world.ledger.seal();
      await on.api.world.closeAiDays();
    },
    /** All transactions and the open days are the balance, whatever happened. */
    expectWhole: async (): Promise<number> => {
      const { data, balanceMicros, openMicros } = (await get('/transactions?limit=200')).json;
      expect(data.reduce((all: number, { micros }: Row) => all + micros, openMicros)).toBe(balanceMicros);
      return balanceMicros;
    },
  };
};
