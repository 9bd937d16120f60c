import { Milliseconds, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { confirms, scriptedLink } from '../../testing/world.ts';

describe.each(ENGINES)('statistics of a facility on $name', ({ open }) => {
  let clock: ManualClock;
  let api: PlatformApi;
  beforeEach(async () => {
    clock = new ManualClock('2026-01-02T00:00:00.000Z');
    const { link } = scriptedLink(async (order) => {
      await clock.advance(Milliseconds(120));
      return confirms(order);
    });
    api = await servePlatformApi(await open(), clock, link);
  });
  afterEach(() => api.close());

  const read = async (query: Record<string, string>, facilityId: string = api.world.facilityId) => {
    const path = `/api/access-control/${facilityId}/statistics?${new URLSearchParams(query)}`;
    return api.send({ method: 'GET', path, headers: api.callers.orgAdmin.headers });
  };
  const unlock = () =>
    api.send({
      method: 'POST',
      path: `/api/access-control/${api.world.facilityId}/doors/${api.world.doorId}/unlock`,
      headers: api.callers.staff.headers,
      body: {},
    });
  let events = 0;
  const decided = (at: string, reason: string | null, count = 1) =>
    api.world.db.write(async (tx) => {
      const row = () => ({
        id: `dev_${String(events++).padStart(32, '0')}`,
        facility_id: api.world.facilityId,
        at: Date.parse(at),
        recorded_at: clock.wallMs(),
        box_id: api.world.boxId,
        door_id: api.world.doorId,
        kind: reason === null ? 'access.granted' : 'access.denied',
        outcome: reason ?? 'granted',
        person: null,
        entry_id: null,
        hint: null,
        clock_trusted: 1,
        data: '{}',
      });
      for (let left = count; left > 0; left -= 500)
        await tx
          .insertInto('door_event')
          .values(Array.from({ length: Math.min(left, 500) }, row))
          .execute();
    });

  it('count unlocks, entries and denials by reason, in blocks of the facility’s clock and by door', async () => {
    // Midnight in Brisbane is 14:00 UTC.
    await decided('2026-01-01T13:59:59.999Z', null, 2);
    await decided('2026-01-01T14:00:00Z', null);
    await decided('2026-01-01T20:00:00Z', 'outside_hours', 2);
    await decided('2026-01-01T20:00:00Z', 'banned');
    await decided('2026-01-03T00:00:00Z', null);
    expect((await unlock()).status).toBe(200);
    await api.world.beacon({ lockdown: { active: true, by: 'Sam', reason: 'threat', generation: 1 } });
    expect((await unlock()).status).toBe(409);
    const { status, text, json } = await read({ from: '2026-01-01T00:00:00Z', to: '2026-01-03T00:00:00Z' });
    expect(status, text).toBe(200);
    const denials = [
      { reason: 'outside_hours', count: 2 },
      { reason: 'banned', count: 1 },
    ];
    const block = { unlocks: 0, unlocked: 0, entries: 0, denials: [] };
    expect(json).toMatchObject({
      timezone: 'Australia/Brisbane',
      blocks: [
        { ...block, from: '2026-01-01T00:00:00.000Z', until: '2026-01-01T14:00:00.000Z', entries: 2 },
        {
          from: '2026-01-01T14:00:00.000Z',
          until: '2026-01-02T14:00:00.000Z',
          unlocks: 2,
          unlocked: 1,
          entries: 1,
          denials,
        },
        { ...block, from: '2026-01-02T14:00:00.000Z', until: '2026-01-03T00:00:00.000Z' },
      ],
      doors: [{ doorId: api.world.doorId, unlocks: 2, unlocked: 1, entries: 3, denials, p50Ms: 120, p99Ms: 120 }],
    });
    const byHour = await read({ from: '2026-01-01T00:00:00Z', to: '2026-01-03T00:00:00Z', block: 'hour' });
    const hours = byHour.json.blocks as { from: string; entries: number }[];
    expect(hours).toHaveLength(48);
    expect(hours.filter(({ entries }) => entries > 0).map(({ from }) => from)).toEqual([
      '2026-01-01T13:00:00.000Z',
      '2026-01-01T14:00:00.000Z',
    ]);
  });

  it('of another facility have nothing of this one in them', async () => {
    await decided('2026-01-01T14:00:00Z', null);
    const { json } = await read({ from: '2026-01-01T00:00:00Z', to: '2026-01-03T00:00:00Z' }, api.siblingId);
    expect(json.blocks).toMatchObject([{ entries: 0 }, { entries: 0 }, { entries: 0 }]);
    expect(json.doors).toEqual([]);
  });

  it('are read in pieces, each row once, also where many happened at the same moment', async () => {
    await decided('2026-01-01T14:00:00Z', null, 2_050);
    await decided('2026-01-01T14:00:00.001Z', null, 10);
    const { json } = await read({ from: '2026-01-01T14:00:00Z', to: '2026-01-01T15:00:00Z', block: 'hour' });
    expect(json.blocks).toMatchObject([{ entries: 2_060 }]);
  });

  it('say how long boxes were there, as far as anybody looked', async () => {
    const { boxId, webhooks, beacon } = api.world;
    const from = new Date(clock.wallMs() + 600_000).toISOString();
    const over = async (minutes: number, silent = false) => {
      for (let n = 0; n < minutes; n++) {
        await clock.advance(Minutes(1));
        if (!silent) await beacon();
        await webhooks.watchBoxes();
      }
    };
    await over(20);
    await over(10, true);
    await over(10);
    await clock.advance(Seconds(1));
    const to = new Date(clock.wallMs() + 86_400_000).toISOString();
    const { json } = await read({ from, to });
    const [box] = json.boxes as { boxId: string; knownUntil: string; upSeconds: number; awayTimes: number }[];
    expect(json.boxes).toHaveLength(1);
    expect(box).toMatchObject({
      boxId,
      knownFrom: from,
      knownUntil: new Date(clock.wallMs()).toISOString(),
      awayTimes: 1,
    });
    // It counts as away from when that was seen until it was heard again.
    expect(box?.upSeconds).toBe(1_801 - 600);
  });

  it('are of 92 days at most, from the earlier time to the later', async () => {
    for (const to of ['2026-04-03T00:00:00.001Z', '2026-01-01T00:00:00Z', '2025-12-01T00:00:00Z'])
      expect(await read({ from: '2026-01-01T00:00:00Z', to })).toMatchObject({
        status: 400,
        json: { error: 'invalid_request' },
      });
    expect(await read({ from: '2026-01-01T00:00:00Z', to: '2026-04-03T00:00:00Z', block: 'hour' })).toMatchObject({
      status: 200,
    });
  });
});
