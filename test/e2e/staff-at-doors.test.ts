// @module-tag long
import { httpsClient } from '@gatehouse/cloud/kit/http/testing/https-client.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { type Mark, type Site, startSite } from '../kit/site.ts';

let site: Site;
let client: ReturnType<typeof httpsClient>;
let facilityId: string;
let userId: string;
let key: string;
beforeAll(async () => {
  site = await startSite({ holdSeconds: 1 });
  facilityId = (await site.readDoor('front')).facility_id;
  client = httpsClient(Number(new URL(site.processes.cloud.ready.platformUrl).port), site.ca);
  const by = 'the test';
  const user = { email: 'kim@example.com', firstName: 'Kim', lastName: 'Example', by };
  ({ userId } = (await site.cloudControl('add-user', user)) as { userId: string });
  const role = { role: 'facility-manager', scope: 'facility', scopeId: facilityId };
  await site.cloudControl('give-role', { user: user.email, role, by });
  const made = await site.cloudControl('create-user-key', { user: user.email, label: 'test', by });
  ({ key } = made as { key: string });
});
afterAll(async () => {
  client.close();
  await site.close();
});

const ask = (path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
  client({
    method: body === undefined ? 'GET' : 'POST',
    path: `/api/access-control/${facilityId}/${path}`,
    headers: { 'x-api-key': key, ...headers },
    body,
  });
const unlock = (door: 'front' | 'studio', headers = {}) =>
  ask(`doors/${site.doorIds[door]}/unlock`, { reason: 'Testing' }, headers);

describe('staff at the doors, over the platform API', () => {
  let before: Mark;
  beforeEach(async () => {
    before = await site.settled();
  });
  afterEach(() => site.journal.prove());

  it('unlock a door in their own name, once for a key, seen by its evidence and told with the event', async () => {
    const opened = await unlock('front', { 'idempotency-key': 'once' });
    expect(opened).toMatchObject({
      status: 200,
      json: { status: 'unlocked', doorId: site.doorIds.front, confirmedBy: expect.any(String) },
    });
    await site.building.untilLock('front', 'unlocked', Seconds(1));
    const again = await unlock('front', { 'idempotency-key': 'once' });
    expect(again.json).toEqual(opened.json);
    expect(again.headers['idempotent-replayed']).toBe('true');
    await site.building.untilLock('front', 'locked', Seconds(5));
    expect(site.building.pulses('front', before.happened)).toBe(1);
    expect(await site.journal.of('unlock.accepted', before.seq)).toMatchObject([
      { origin: 'staff', eventId: opened.json.eventId },
    ]);
    const events = await ask(`events?kind=unlock.staff&userId=${userId}`);
    expect(events.json.data).toMatchObject([
      { eventId: opened.json.eventId, outcome: 'unlocked', userId, details: { reason: 'Testing' } },
    ]);
    const history = await ask(`doors/${site.doorIds.front}/history`);
    expect(history.json.data).toContainEqual(expect.objectContaining({ kind: 'unlock.confirmed' }));
  });

  it('force a door closed with the generation that they saw, and the outdated second is refused and shown', async () => {
    const front = `doors/${site.doorIds.front}`;
    const state = async () => (await ask(`${front}/state`)).json;
    const { maintenance } = await state();
    const wait = { prefer: 'wait=10' };
    const closed = { mode: 'force-closed', reason: 'Broken hinge', seen: maintenance.generation };
    expect((await ask(`${front}/maintenance`, closed, wait)).json).toMatchObject({
      state: 'taken',
      by: 'Kim Example',
    });
    await eventually(async () => (await state()).maintenance.mode === 'force-closed', 'the cloud hears of it');
    expect(await unlock('front')).toMatchObject({ status: 409, json: { mode: 'force-closed' } });
    expect(await ask(`${front}/maintenance`, { ...closed, mode: 'force-open' })).toMatchObject({
      status: 409,
      json: { error: 'maintenance_outdated', current: { mode: 'force-closed', by: 'Kim Example' } },
    });
    const off = await ask(`${front}/maintenance`, { mode: 'off', reason: 'Mended' }, wait);
    expect(off.json).toMatchObject({ state: 'taken' });
    await eventually(async () => (await state()).maintenance.mode === 'off', 'the cloud hears of it');
  });

  it('lock a scope down: its door lets nobody in and lets out, others open, and its own release ends it', async () => {
    const { scopeId } = (await ask('scopes', { name: 'Street side', doorIds: [site.doorIds.front] })).json;
    const begun = await ask('lockdowns', { target: { to: 'scope', scopeId }, reason: 'Threat' });
    expect(begun.status, begun.text).toBe(201);
    const { lockdownId } = begun.json;
    const door = async () => (await ask(`lockdowns/${lockdownId}`)).json.doors[0];
    // The beacon and the fact come by different ways, either of them first.
    const told = async (active: boolean, how: 'begin' | 'release') => {
      const now = await door();
      return now.lockedDown === active && now[how] === 'taken';
    };
    await eventually(() => told(true, 'begin'), 'the door is locked down, and its box says that it took the order');
    expect(await door()).toMatchObject({ doorId: site.doorIds.front });
    expect((await unlock('front')).status).toBe(409);
    expect((await site.unlock('front')).status).toBe(409);
    expect((await unlock('studio')).status).toBe(200);
    await site.building.door('front', 'press-rex');
    await site.building.untilLock('front', 'unlocked', Seconds(1));
    await site.building.untilLock('front', 'locked', Seconds(5));
    const released = await ask(`lockdowns/${lockdownId}/release`, { reason: 'All clear' });
    expect(released.json).toMatchObject({ releasedBy: { kind: 'user', id: userId, name: 'Kim Example' } });
    await eventually(() => told(false, 'release'), 'the lockdown is over, and its box says so');
    expect((await unlock('front')).status).toBe(200);
  });
});
