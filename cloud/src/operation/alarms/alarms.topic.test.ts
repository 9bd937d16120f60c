import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { connectLive, type LiveClient } from '../../platform/live/testing/live-client.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

describe.each(ENGINES)('alarms that are watched, on $name', ({ open }) => {
  let clock: ManualClock;
  let api: PlatformApi;
  let live: LiveClient;
  beforeEach(async () => {
    clock = new ManualClock();
    api = await servePlatformApi(await open(), clock);
    live = await connectLive(api, clock, api.callers.staff.headers);
  });
  afterEach(async () => {
    live.client.terminate();
    await api.world.live.close();
    await api.close();
  });

  it('are told as they begin and as somebody takes them, and to nobody of another organisation', async () => {
    const { world, callers } = api;
    const { facilityId } = world;
    live.say({ type: 'subscribe', topic: `alarms:${facilityId}` });
    live.say({ type: 'subscribe', topic: `alarms:${api.otherFacilityId}` });
    expect(await live.heard('snapshot')).toMatchObject([{ topic: `alarms:${facilityId}`, data: [] }]);
    expect(await live.heard('refused')).toMatchObject([{ topic: `alarms:${api.otherFacilityId}` }]);
    const subject = { kind: 'door_forced_open', facilityId, subject: world.doorId } as const;
    await world.db.write((tx) => world.warnings.raise(tx, { ...subject, message: 'A door opened.' }));
    await world.alarms.follow(subject);
    const [began] = await live.heard('patch');
    expect(began).toMatchObject({ changes: [{ entry: { about: 'Front door', ownedBy: null } }] });
    const [alarm] = await world.db.read((tx) => world.alarms.openAt(tx, facilityId));
    const path = `/api/access-control/${facilityId}/alarms/${alarm?.id}/acknowledge`;
    const taken = await api.send({ method: 'POST', path, headers: callers.staff.headers });
    expect([taken.status, taken.json]).toMatchObject([200, { ownedBy: { id: callers.staff.user.id } }]);
    const patches = await live.heard('patch', 2);
    expect(patches.at(-1)).toMatchObject({ changes: [{ entry: { ownedBy: { id: callers.staff.user.id } } }] });
  });
});
