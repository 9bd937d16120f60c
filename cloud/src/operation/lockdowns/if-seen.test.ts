import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { confirms, forceOpen, scriptedLink } from '../../testing/world.ts';

const LOCKED_DOWN = { active: true, by: 'Sam', reason: 'threat', generation: 1 };

describe.each(ENGINES)('what somebody acts on is what they saw, on $name', ({ open }) => {
  let clock: ManualClock;
  let api: PlatformApi;
  let orders: readonly unknown[];
  beforeEach(async () => {
    clock = new ManualClock();
    const scripted = scriptedLink(confirms);
    orders = scripted.orders;
    api = await servePlatformApi(await open(), clock, scripted.link);
  });
  afterEach(() => api.close());

  const send = (path: string, body?: object, headers: Record<string, string> = {}) =>
    api.send({
      method: body === undefined ? 'GET' : 'POST',
      path: `/api/access-control/${api.world.facilityId}/${path}`,
      headers: { ...api.callers.manager.headers, ...headers },
      body,
    });
  const atDoor = (what: string, body?: object, headers?: Record<string, string>) =>
    send(`doors/${api.world.doorId}/${what}`, body, headers);
  const seen = async (): Promise<string> => (await atDoor('state')).json.seen as string;
  const maintained = async (ifSeen: string) =>
    atDoor('maintenance', { mode: 'force-closed', reason: 'hinge', seen: 0, ifSeen });

  it('a tag stays while the lock moves, the box falls silent and time passes, and moves with mode and lockdown', async () => {
    const first = await seen();
    await api.world.beacon({ lock: 'unlocked', contact: 'open' });
    await clock.advance(Seconds(16));
    expect(await seen()).toBe(first);
    await api.world.beacon({ maintenance: { ...forceOpen(clock.wallMs() + 60_000), generation: 1 } });
    const held = await seen();
    expect(held).not.toBe(first);
    // By the time here it has ended; that its box says so later is nothing new.
    await clock.advance(Seconds(61));
    expect(await seen()).toBe(first);
    await api.world.beacon({ maintenance: { mode: 'off', untilMs: null, by: null, reason: null, generation: 2 } });
    expect(await seen()).toBe(first);
    await api.world.beacon({ lockdown: LOCKED_DOWN });
    const down = await seen();
    await api.world.beacon({ lockdown: { ...LOCKED_DOWN, generation: 2 } });
    expect(new Set([first, held, down, await seen()]).size).toBe(4);
  });

  it('an unlock of a door in another mode is answered 412 with how it is, is on record, and nothing is sent', async () => {
    const before = await seen();
    await send('lockdowns', { target: { to: 'facility' }, reason: 'threat' });
    const { status, json } = await atDoor('unlock', { ifSeen: before });
    expect({ status, json }).toMatchObject({
      status: 412,
      json: {
        status: 'failed',
        reason: 'seen_changed',
        doorId: api.world.doorId,
        current: { seen: await seen(), maintenance: { mode: 'off' }, lockdown: { active: false, awaited: true } },
      },
    });
    expect(orders).toEqual([]);
    const attempts = (await api.audited()).filter(({ event }) => event === 'door.unlock_by_staff');
    expect(attempts).toMatchObject([{ outcome: 'seen_changed' }]);
    expect(await atDoor('unlock', { ifSeen: await seen() })).toMatchObject({ status: 409 });
    expect(await atDoor('unlock', {})).toMatchObject({ status: 409 });
  });

  it('an unlock that was carried out is answered again by its key, whatever has changed since; a refused one keeps no key', async () => {
    const key = { 'idempotency-key': 'once' };
    const before = await seen();
    expect(await atDoor('unlock', { ifSeen: 'something-else' }, key)).toMatchObject({ status: 412 });
    const first = await atDoor('unlock', { ifSeen: before }, key);
    expect(first.status, first.text).toBe(200);
    await api.world.beacon({ lockdown: LOCKED_DOWN });
    expect(await atDoor('unlock', { ifSeen: before }, key)).toMatchObject({ status: 200, json: first.json });
    expect(orders).toHaveLength(1);
  });

  it('maintenance of a door that was locked down meanwhile is refused, and taken from who has seen that', async () => {
    const before = await seen();
    await api.world.beacon({ lockdown: LOCKED_DOWN });
    expect(await maintained(before)).toMatchObject({
      status: 412,
      json: { error: 'seen_changed', current: { seen: await seen(), lockdown: { active: true, by: 'Sam' } } },
    });
    expect((await send('overrides')).json.data).toEqual([]);
    expect(await maintained(await seen())).toMatchObject({ status: 200, json: { state: 'pending' } });
  });

  it('the end of a lockdown is refused to who saw it before another began over its door', async () => {
    const order = { target: { to: 'door', doorId: api.world.doorId }, reason: 'threat' };
    const { json: begun } = await send('lockdowns', order);
    await clock.advance(Milliseconds(10));
    await api.world.beacon({ lockdown: LOCKED_DOWN });
    const release = (ifSeen: unknown) => send(`lockdowns/${begun.lockdownId}/release`, { reason: 'over', ifSeen });
    const refused = await release(begun.seen);
    expect(refused.status, refused.text).toBe(412);
    const { json: now } = await send(`lockdowns/${begun.lockdownId}`);
    expect(refused.json).toMatchObject({ error: 'seen_changed', current: now });
    expect(now.releasedAt).toBeNull();
    expect(await release(now.seen)).toMatchObject({ status: 200, json: { releasedBy: { name: expect.any(String) } } });
    expect(await release(now.seen)).toMatchObject({ status: 412, json: { current: { releaseReason: 'over' } } });
  });

  it('so is the end of one that began at the box', async () => {
    const before = await seen();
    await api.world.beacon({ lockdown: LOCKED_DOWN });
    const end = (ifSeen?: string) => atDoor('lockdown-release', { reason: 'false alarm', ifSeen });
    expect(await end(before)).toMatchObject({ status: 412, json: { current: { lockdown: { generation: 1 } } } });
    expect(await end(await seen())).toMatchObject({ status: 200, json: { active: false, seen: 1 } });
  });

  it('beginning a lockdown asks for nothing that was seen', async () => {
    await seen();
    await api.world.beacon({ lockdown: LOCKED_DOWN });
    const order = { target: { to: 'facility' }, reason: 'threat' };
    expect(await send('lockdowns', order)).toMatchObject({ status: 201 });
    expect(await send('lockdowns', order)).toMatchObject({ status: 201 });
  });
});
