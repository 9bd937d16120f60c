import { Days, Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { atFacility, fieldOf } from '../ai-settings/testing/at-facility.ts';
import type { AiRequestTable } from '../inference/inference.tables.ts';
import { CSV_COLUMNS } from './ai-logs.ts';
import { aRequest, keepRequests } from './testing/some-requests.ts';
import { partsOf } from './usage-windows.ts';

/** Offsets of quarters and halves of hours, and summer times of an hour and of half an hour. */
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Chatham'];
const NOW = '2026-04-10T09:07:00.000Z';
const sum = (rows: readonly number[]) => rows.reduce((all, one) => all + one, 0);

describe.each(ENGINES)('the use of AI models on $name', ({ open }) => {
  const clock = new ManualClock(NOW);
  const { on, aFacility, get } = atFacility(open, clock);
  const keep = (...requests: AiRequestTable[]) => keepRequests(on.api.world.db, requests);
  const seconds = (ms: number) => Math.floor(ms / 1_000);

  it('lists requests, the newest first, by pages and by what they are', async () => {
    const now = clock.wallMs();
    const [old, ...rest] = [
      aRequest(on.clubID, now - Hours(3)),
      aRequest(on.clubID, now - Hours(2), { status: 'error', code: 'upstream_error', provider: null }),
      aRequest(on.clubID, now - Hours(1), { source: 'agent', key_hash: null, device_id: 'dev-1', model: 'big_1' }),
    ] as const;
    await keep(old, ...rest, aRequest(await aFacility(), now));
    await on.api.world.db.write((tx) =>
      tx
        .insertInto('ai_request')
        .values(aRequest(on.clubID, now, { state: 'open', status: null }))
        .execute(),
    );
    const ids = async (query: string) =>
      (await get(`/logs${query}`)).json.data.map((row: { generationId: string }) => row.generationId);
    expect(await ids('')).toEqual([rest[1].id, rest[0].id, old.id]);
    expect((await get('/logs?pageSize=2')).json).toMatchObject({ page: 1, pageSize: 2, hasMore: true });
    expect((await get('/logs?pageSize=2&page=2')).json).toMatchObject({
      ...{ hasMore: false },
      data: [{ generationId: old.id, costMicros: 100, firstTokenMs: 40, usageSource: 'provider' }],
    });
    expect(await ids('?source=agent')).toEqual([rest[1].id]);
    expect(await ids('?status=error')).toEqual([rest[0].id]);
    expect(await ids(`?keyHash=${'a'.repeat(64)}&provider=acme`)).toEqual([old.id]);
    expect(await ids('?q=upstream')).toEqual([rest[0].id]);
    expect(await ids('?q=g_1')).toEqual([rest[1].id]);
    expect(await ids(`?q=${old.id.slice(0, 12)}`)).toContain(old.id);
    expect(await ids('?q=%25')).toEqual([]);
    expect(await ids('?minutes=90')).toEqual([rest[1].id]);
    const [from, to] = [seconds(rest[0].at), seconds(rest[0].at)];
    expect(await ids(`?startTs=${from}&endTs=${to}`)).toEqual([rest[0].id]);
    expect((await get('/logs?pageSize=201')).status).toBe(400);
  });

  it('[R149] takes `key` or `agent` for a source, and no `minutes` with `startTs`', async () => {
    expect(fieldOf(await get('/logs?source=device'))).toBe('query.source');
    expect(fieldOf(await get('/logs?minutes=5&startTs=1'))).toBe('query.minutes');
    expect((await get('/logs?minutes=5&endTs=9')).status).toBe(200);
  });

  it('counts requests in 120 parts at most, and only those of the span', async () => {
    const now = clock.wallMs();
    await keep(
      aRequest(on.clubID, now - Minutes(61)),
      aRequest(on.clubID, now - Minutes(59)),
      aRequest(on.clubID, now),
    );
    const { data, bucketSeconds } = (await get('/logs/histogram?minutes=60')).json;
    expect([data.length, bucketSeconds]).toEqual([61, 60]);
    expect(sum(data.map((part: { requests: number }) => part.requests))).toBe(2);
    const year = (await get('/logs/histogram?startDate=2025-04-10&endDate=2026-04-10&page=1&pageSize=9')).json;
    expect(year.data.length).toBeLessThanOrEqual(120);
    expect(sum(year.data.map((part: { requests: number }) => part.requests))).toBe(3);
    expect((await get('/logs/histogram')).json.data.length).toBeLessThanOrEqual(120);
    for (const length of [1, 1_000, Days(1), Days(40), Days(400), Days(20_000)]) {
      const { from, to, width } = partsOf({ from: 12_345, to: 12_345 + length }, 120);
      expect((to - from) / width).toBeLessThanOrEqual(120);
      expect([from <= 12_345, to >= 12_345 + length]).toEqual([true, true]);
    }
  });

  it('[R148] tells what they came to, by what they are, of a range or of days', async () => {
    const now = clock.wallMs();
    await keep(
      aRequest(on.clubID, now - Hours(1)),
      aRequest(on.clubID, now - Days(2), { model: 'big-1', cost_micros: 900, status: 'error' }),
      aRequest(on.clubID, now - Days(3), { source: 'agent', key_hash: null, device_id: 'dev-1', first_token_ms: null }),
      aRequest(on.clubID, now - Days(31), { cost_micros: 7 }),
      aRequest(on.clubID, now - Days(200), { cost_micros: 50 }),
    );
    const usual = (await get('/stats?compare=prev&subgroupBy=status')).json;
    expect(usual).toMatchObject({
      ...{ groupBy: 'model', from: '2026-03-12T00:00:00.000Z', to: '2026-04-11T00:00:00.000Z' },
      totals: { requests: 3, failed: 1, costMicros: 1_100, meanMs: 90, meanFirstTokenMs: 40 },
      groups: [
        { key: 'big-1', costMicros: 900, subgroups: [{ key: 'error', requests: 1 }] },
        { key: 'small-1', requests: 2, subgroups: [{ key: 'ok', requests: 2 }] },
      ],
      previous: { from: '2026-02-10T00:00:00.000Z', totals: { requests: 1, costMicros: 7 } },
    });
    expect(sum(usual.series.map((part: { requests: number }) => part.requests))).toBe(3);
    const costs = async (query: string) => (await get(`/stats?${query}`)).json.totals.costMicros;
    expect(await costs('range=24h')).toBe(100);
    expect(await costs('range=7')).toBe(1_100);
    expect(await costs('range=90')).toBe(1_107);
    expect(await costs('range=year')).toBe(1_157);
    expect(await costs('range=all')).toBe(1_157);
    expect(await costs('range=24h&startDate=2026-04-07&endDate=2026-04-08')).toBe(1_000);
    expect(await costs('range=all&source=agent')).toBe(100);
    const keys = (await get('/stats?groupBy=key')).json.groups.map((group: { key: string | null }) => group.key);
    expect(keys).toEqual(['a'.repeat(64), null]);
    for (const wrong of ['range=8', 'groupBy=day', 'compare=next', 'subgroupBy=x', 'startDate=2026-02-30'])
      expect((await get(`/stats?${wrong}`)).status).toBe(400);
    expect(fieldOf(await get('/stats?startDate=2026-04-02&endDate=2026-04-01'))).toBe('query.startDate');
  });

  it('is by days of whatever time zone exactly what the requests are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: Days(35) }), fc.integer({ min: 0, max: 99 })), { maxLength: 60 }),
        fc.constantFrom(...ZONES),
        async (made, zone) => {
          on.clubID = await aFacility();
          const now = clock.wallMs();
          const requests = made.map(([ago, cost]) => aRequest(on.clubID, now - ago, { cost_micros: cost }));
          await keep(...requests);
          const local = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
          const { timezone, data } = (await get(`/usage?tz=${encodeURIComponent(zone)}`)).json;
          expect([timezone, data.length, data.at(-1).day]).toEqual([zone, 30, local.format(clock.wallMs())]);
          for (const { day, requests: count, costMicros } of data) {
            const of = requests.filter(({ at }) => local.format(at) === day);
            expect([count, costMicros]).toEqual([of.length, sum(of.map((row) => row.cost_micros))]);
          }
          const stats = (await get('/stats?range=7&groupBy=status')).json;
          const [startTs, endTs] = [stats.from, stats.to].map((at: string) => seconds(Date.parse(at)));
          const logs = (await get(`/logs?startTs=${startTs}&endTs=${(endTs as number) - 1}&pageSize=200`)).json.data;
          expect(stats.totals).toMatchObject({
            requests: logs.length,
            costMicros: sum(logs.map((log: { costMicros: number }) => log.costMicros)),
          });
        },
      ),
      { numRuns: 8 },
    );
    expect((await get('/usage?tz=Mars/Olympus')).status).toBe(400);
  });

  it('lists agents with what they spent today and this month, by days of a time zone', async () => {
    const now = clock.wallMs();
    const agent = { source: 'agent', key_hash: null, device_id: 'dev-1' } as const;
    await keep(
      aRequest(on.clubID, now - Hours(1), agent),
      aRequest(on.clubID, now - Days(3), agent),
      aRequest(on.clubID, now - Days(40), agent),
      aRequest(on.clubID, now - Hours(1)),
    );
    const agentCaps = ['dev-1', 'dev-2'].map((deviceId) => ({ deviceId, capCents: 500, reset: 'day' as const }));
    await on.api.world.db.write((tx) => on.api.world.aiSettings.changes.change(tx, on.clubID, { agentCaps }, 'test'));
    const { timezone, data } = (await get('/agents')).json;
    expect(timezone).toBe('Europe/Berlin');
    expect(data).toMatchObject([
      { deviceId: 'dev-1', capCents: 500, capReset: 'day', todayMicros: 100, monthMicros: 200 },
      { deviceId: 'dev-2', todayMicros: 0, monthMicros: 0, lastUsedAt: null },
    ]);
    // There the day has just begun.
    expect((await get('/agents?tz=Pacific/Gambier')).json.data[0].todayMicros).toBe(0);
  });

  it('writes every request of a month into a file in which nothing is a formula', async () => {
    const [first, last] = [Date.parse('2026-03-01T00:00:00.000Z'), Date.parse('2026-04-01T00:00:00.000Z') - 1];
    const inside = Array.from({ length: 1_003 }, (_, at) => aRequest(on.clubID, first + at * 1_000));
    await keep(
      aRequest(on.clubID, first - 1),
      ...inside,
      aRequest(on.clubID, last, { model: '=1+1' }),
      aRequest(on.clubID, last + 1),
    );
    let text = '';
    for await (const part of on.api.world.aiLogs.csv(on.clubID, '2026-03', new AbortController().signal)) text += part;
    const lines = text.trimEnd().split('\n');
    expect(lines[0]).toBe(CSV_COLUMNS.join(','));
    expect(lines).toHaveLength(1 + 1_003 + 1);
    expect(lines[1]?.startsWith(`${inside[0]?.id},2026-03-01T00:00:00.000Z,key,`)).toBe(true);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.at(-1)).toContain(`,'=1+1,`);
  });
});
