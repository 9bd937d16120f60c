import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { textOfPdf } from '../../kit/documents/testing/text-of-pdf.ts';
import { crediting, EURO, type Row } from './testing/crediting.ts';

describe.each(ENGINES)('what moved AI credit on $name', ({ open }) => {
  const clock = new ManualClock('2026-03-10T09:00:00.000Z');
  const { on, get, router, rows, topUp, giveBack, use, bear, overview, nextDays, expectWhole } = crediting(open, clock);

  it('[R143] [R144] lists what moved it: requests as one a day, and with the open day it is the balance', async () => {
    const began = Math.floor(clock.wallMs() / 1_000);
    await topUp(50 * EURO);
    await use(3);
    await use(4);
    await bear(9);
    expect(await rows()).toMatchObject([
      { type: 'trueup-shortfall', micros: 0, coveredMicros: 9 },
      { type: 'topup', micros: 50 * EURO },
    ]);
    expect((await get('/transactions')).json).toMatchObject({ openMicros: -7, balanceMicros: 50 * EURO - 7 });
    const day = new Date(clock.wallMs()).toISOString().slice(0, 10);
    await nextDays(2);
    await on.api.world.closeAiDays();
    const charged = { type: 'charge-reconcile', micros: -7, requests: 2, day, about: day };
    expect((await rows())[0]).toMatchObject(charged);
    expect((await get('/transactions')).json.openMicros).toBe(0);
    await use(5);
    await topUp(EURO);
    expect(await expectWhole()).toBe(51 * EURO - 12);

    expect((await rows('&types=charge-reconcile')).map(({ type }) => type)).toEqual(['charge-reconcile']);
    expect((await rows('&types=topup,trueup-shortfall')).map(({ type }) => type)).toEqual([
      ...['topup', 'trueup-shortfall', 'topup'],
    ]);
    const all = await rows();
    const first = all.at(-1) as Row;
    const at = Math.floor(Date.parse(first.at) / 1_000);
    expect(await rows(`&types=topup&from=${at}&to=${at}`)).toEqual([first]);
    expect(await rows(`&to=${began - 1}`)).toEqual([]);
    const paged: Row[] = [];
    for (let after = ''; ; ) {
      const { data, next } = (await get(`/transactions?limit=2${after}`)).json;
      paged.push(...data);
      if (next === null) break;
      after = `&after=${next}`;
    }
    expect(paged).toEqual(all);
    for (const wrong of ['limit=201', 'limit=0', 'types=wallet', 'types=topup,,refund', 'from=x'])
      expect((await get(`/transactions?${wrong}`)).status).toBe(400);
    expect((await router('GET', `/transactions?limit=200`)).json.data).toEqual(all);
  });

  it('[R146] [R147] has statements of months whose rows lead from the opening to the closing, and stay as they are', async () => {
    const month = new Date(clock.wallMs()).toISOString().slice(0, 7);
    await topUp(20 * EURO);
    await use(EURO);
    await giveBack(2 * EURO);
    await nextDays(1);
    await use(EURO);
    const [open] = (await get('/usage-statements')).json.data;
    expect(open).toEqual({
      ...{ month, openingMicros: 0, topupMicros: 20 * EURO, refundMicros: -2 * EURO, adjustmentMicros: 0 },
      ...{ usageMicros: -2 * EURO, requests: 2, closingMicros: 16 * EURO, final: false },
    });
    expect((await overview()).balanceMicros).toBe(16 * EURO);
    while (new Date(clock.wallMs()).toISOString().slice(0, 7) === month) await nextDays(1);
    expect((await get('/usage-statements')).json.data[1]).toEqual({ ...open, final: false });
    await nextDays(2);
    const [now, before] = (await get('/usage-statements')).json.data;
    expect(before).toEqual({ ...open, final: true });
    expect(now.openingMicros).toBe(before.closingMicros);

    const file = () => get(`/usage-statements/${month}/statement.pdf`);
    const kept = await on.api.world.aiStatements.file(on.clubID, month);
    expect((await file()).status).toBe(200);
    const { text } = await textOfPdf(kept.bytes);
    expect(text).toContain('16.000000 EUR');
    await on.api.world.db.write((tx) => on.api.world.organisations.updateFacility(tx, on.clubID, { name: 'Renamed' }));
    await nextDays(5);
    expect(Buffer.from((await on.api.world.aiStatements.file(on.clubID, month)).bytes).equals(kept.bytes)).toBe(true);
    expect((await router('GET', `/usage-statements/${month}/statement.pdf`)).status).toBe(200);

    for (const wrong of ['months=25', 'months=0', 'year=x'])
      expect((await get(`/usage-statements?${wrong}`)).status).toBe(400);
    expect((await get('/usage-statements?months=1')).json.data).toHaveLength(1);
    expect((await get('/usage-statements?year=2025&months=1')).json.data).toEqual([]);
    for (const wrong of ['2026-1', '2026-13', '202603', '2026-03-01']) {
      expect((await get(`/usage-statements/${wrong}/statement.pdf`)).status).toBe(400);
      expect((await get(`/usage-statements/${wrong}/detail.csv`)).status).toBe(400);
    }
    expect((await get('/usage-statements/2099-01/statement.pdf')).json.error).toBe('statement_unknown');
    expect((await get(`/transactions/available-periods?types=topup`)).json.data).toEqual([month]);
    expect((await get(`/usage-statements/${month}/detail.csv`)).status).toBe(200);
  });
});
