import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { aFactChain, EPOCH } from '../../testing/fact-chain.ts';
import { inPages } from '../../testing/in-pages.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

describe.each(ENGINES)('how doors are on $name', ({ open }) => {
  let clock: ManualClock;
  let api: PlatformApi;
  const chains = new Map<BoxId, ReturnType<typeof aFactChain>>();
  beforeEach(async () => {
    clock = new ManualClock();
    api = await servePlatformApi(await open(), clock);
    chains.clear();
  });
  afterEach(async () => {
    await api.world.snapshots.close();
    await api.close();
  });

  const get = async (path: string, query: Record<string, string> = {}) => {
    const full = `/api/access-control/${api.world.facilityId}/${path}?${new URLSearchParams(query)}`;
    return api.send({ method: 'GET', path: full, headers: api.callers.staff.headers });
  };
  const read = (path: string) => async (page: Record<string, string>) => {
    const { status, json, text } = await get(path, page);
    expect(status, text).toBe(200);
    return json as { data: Record<string, unknown>[]; next: string | null };
  };
  const store = (...bodies: readonly FactBody[]) => storeOf(api.world.boxId, ...bodies);
  const storeOf = async (boxId: BoxId, ...bodies: readonly FactBody[]) => {
    const write = chains.get(boxId) ?? aFactChain(boxId);
    chains.set(boxId, write);
    for (const body of bodies)
      await api.world.journal.storeFacts(boxId, EPOCH, [write(body, { wallMs: clock.wallMs() })]);
  };

  it('says everything that a beacon says of a door, and why it is not online', async () => {
    const { world } = api;
    await world.beacon({
      contact: 'open',
      alarms: ['held_open'],
      maintenance: { mode: 'force-closed', untilMs: null, by: 'Kim', reason: 'Broken', generation: 7 },
    });
    const read = async () => (await get(`doors/${world.doorId}/state`)).json;
    expect(await read()).toMatchObject({
      doorId: world.doorId,
      boxId: world.boxId,
      presence: 'online',
      lock: 'locked',
      contact: 'open',
      evidence: 'lock-sense',
      alarms: ['held_open'],
      maintenance: { mode: 'force-closed', until: null, by: 'Kim', reason: 'Broken', generation: 7 },
      lockdown: { active: false },
      lastReported: { agentVersion: '0.1.0', clockTrusted: true },
      enforces: null,
    });
    await world.beacon({ reachable: false });
    expect(await read()).toMatchObject({ presence: 'unreachable', lock: 'unknown', contact: 'unknown' });
    await world.beacon({ contact: 'open' });
    await clock.advance(Seconds(15));
    expect(await read()).toMatchObject({ presence: 'stale', lock: 'unknown', lastReported: { contact: 'open' } });
    await world.boxes.boxGone(world.boxId, 'c0ffee00c0ffee00');
    expect(await read()).toMatchObject({ presence: 'gone' });
    expect((await get('door-states')).json.data).toMatchObject([{ doorId: world.doorId, presence: 'gone' }]);
  });

  it('shows the facts of a door as they are in the journal, movements of its lock too', async () => {
    const { world } = api;
    await store({ kind: 'lock.moved', data: { doorId: world.doorId, to: 'unlocked', cause: 'rex' } });
    await clock.advance(Minutes(1));
    await store({ kind: 'door.opened', data: { doorId: world.doorId, expected: true } });
    const { data } = (await get(`doors/${world.doorId}/history`)).json;
    expect(data).toMatchObject([
      { kind: 'door.opened', seq: 2, data: { expected: true } },
      { kind: 'lock.moved', seq: 1, data: { to: 'unlocked', cause: 'rex' } },
    ]);
    expect((await get('events')).json.data).toMatchObject([{ kind: 'door.opened' }]);
  });

  it('goes through the history of a door page by page, though two boxes that drove it have told at once, each fact once', async () => {
    const { world } = api;
    const path = `doors/${world.doorId}/history`;
    const moved = { kind: 'lock.moved', data: { doorId: world.doorId, to: 'unlocked', cause: 'rex' } } as const;
    await store(moved, moved, moved, moved);
    const another = await world.aBox();
    await world.doorControllers.assign(world.facilityId, another, [world.doorId], 'test');
    await storeOf(another, moved, moved, moved, moved);
    await clock.advance(Seconds(1));
    await storeOf(another, moved, moved);
    const { data: all } = (await get(path)).json as { data: Record<string, unknown>[] };
    expect(all.map(({ seq }) => seq)).toEqual([6, 5, 4, 4, 3, 3, 2, 2, 1, 1]);
    const seen = await inPages(read(path), async () => {
      await clock.advance(Seconds(1));
      await store(moved);
    });
    expect(seen).toEqual(all);
    expect(await get(path, { after: '1767225600000.1' })).toMatchObject({
      status: 400,
      json: { message: expect.stringMatching(/^query\.after: /) },
    });
  });
});
