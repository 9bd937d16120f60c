import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';

describe.each(ENGINES)('why a lockdown was begun, on $name', ({ open }) => {
  let clock: ManualClock;
  let api: PlatformApi;
  beforeEach(async () => {
    clock = new ManualClock('2026-03-02T09:00:00.000Z');
    api = await servePlatformApi(await open(), clock);
  });
  afterEach(() => api.close());

  const send = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, caller = api.callers.staff) =>
    api.send({
      method,
      path: `/api/access-control/${api.world.facilityId}/lockdowns${path}`,
      headers: caller.headers,
      ...(body && { body }),
    });
  const begin = async (reason?: string) => {
    const answer = await send('POST', '', { target: { to: 'facility' }, ...(reason !== undefined && { reason }) });
    expect(answer.status, answer.text).toBe(201);
    return answer.json;
  };
  const told = async () => (await api.world.doors.desiredState(api.world.boxId))?.lockdownWishes ?? [];

  it('need not be said as it begins: the box is told that nobody has yet', async () => {
    expect(await begin()).toMatchObject({ reason: '', reasonBy: null, reasonAt: null });
    expect(await told()).toMatchObject([{ active: true, reason: 'No reason given yet' }]);
    expect(await begin('A person with a knife')).toMatchObject({ reason: 'A person with a knife', reasonBy: null });
  });

  it('is said afterwards by any of the staff, anew as often as need be, and orders the doors nothing', async () => {
    const { lockdownId, seen } = await begin();
    const before = await told();
    await clock.advance(Seconds(90));
    const said = await send('PUT', `/${lockdownId}/reason`, { reason: 'A person with a knife' });
    const { firstName, lastName, id } = api.callers.staff.user;
    expect(said, said.text).toMatchObject({
      status: 200,
      json: {
        reason: 'A person with a knife',
        reasonBy: { kind: 'user', id, name: `${firstName} ${lastName}` },
        reasonAt: '2026-03-02T09:01:30.000Z',
        begunAt: '2026-03-02T09:00:00.000Z',
        seen,
      },
    });
    expect(await told()).toEqual(before);
    const { manager } = api.callers;
    await send('PUT', `/${lockdownId}/reason`, { reason: 'A replica knife' }, manager);
    expect((await send('GET', '')).json.data).toMatchObject([
      { reason: 'A replica knife', reasonBy: { id: manager.user.id } },
    ]);
    const rows = (await api.audited()).filter(({ event }) => event === 'lockdown.explain');
    expect(rows).toMatchObject([
      { outcome: 'ok', target: lockdownId },
      { outcome: 'ok', target: lockdownId },
    ]);
  });

  it('may be said of one that has ended, and is never empty', async () => {
    const { lockdownId } = await begin();
    await send('POST', `/${lockdownId}/release`, { reason: 'over' }, api.callers.manager);
    expect((await send('PUT', `/${lockdownId}/reason`, { reason: ' ' })).status).toBe(400);
    const { json } = await send('PUT', `/${lockdownId}/reason`, { reason: 'False alarm' });
    expect(json).toMatchObject({ reason: 'False alarm', releaseReason: 'over' });
    expect(await send('PUT', '/ldn_zzzzzzzzzzzzzzzz/reason', { reason: 'x' })).toMatchObject({
      status: 404,
      json: { error: 'lockdown_unknown' },
    });
  });
});
