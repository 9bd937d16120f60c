import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { expect } from 'vitest';
import type { PlatformApi } from '../../../testing/platform-api.ts';

export const at = (channel: number) => ({ bus: 'rs485-1', unit: 1, channel });
export const WIRING = {
  name: 'Studio',
  profile: 'latch',
  relay: at(5),
  relayEnergisedMeans: 'unlocked',
  evidence: { kind: 'lock-sense', ...at(5), activeMeans: 'unlocked' },
  contact: null,
  rex: null,
  fire: null,
} as const;

/** What staff ask of door controllers and doors over the platform API, in the world of the test that runs. */
export const askingControllers = (now: () => { readonly clock: ManualClock; readonly api: PlatformApi }) => {
  const send = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    caller = now().api.callers.manager,
  ) => {
    await now().clock.advance(Seconds(0.1));
    return now().api.send({ method, path: `/api/devices/${path}`, headers: caller.headers, body });
  };
  const post = (path: string, body: object, caller = now().api.callers.manager) =>
    send('POST', `door-controllers/${path}/${now().api.world.facilityId}`, body, caller);
  const configOf = async (uuid: string = now().api.world.boxId) => {
    const answer = await send('GET', `door-controllers/config/${uuid}`, undefined, now().api.callers.staff);
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };
  const update = async (body: object) =>
    post('update', { uuid: now().api.world.boxId, expectedVersion: (await configOf()).desired.version, ...body });
  const ok = async (asked: Promise<Awaited<ReturnType<typeof post>>>, status = 200) => {
    const answer = await asked;
    expect(answer.status, answer.text).toBe(status);
    return answer.json;
  };
  const doors = `doors/`;
  const doorsPath = (doorId = '') => `${doors}${now().api.world.facilityId}${doorId === '' ? '' : `/${doorId}`}`;
  const desired = async (boxId = now().api.world.boxId) =>
    (await now().api.world.doors.desiredState(boxId)) ?? expect.fail('gone');
  const aDoor = async (body: object = {}) => ok(send('POST', doorsPath(), { ...WIRING, ...body }), 201);
  return { send, post, configOf, update, ok, doorsPath, desired, aDoor };
};
