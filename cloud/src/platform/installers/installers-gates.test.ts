import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarations, everyModule } from '../../areas.ts';
import { topicsOf } from '../../documents/live-document.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import { pathOf } from '../../kit/http/endpoint-contract.ts';
import { isPublicGate } from '../../kit/http/surfaces.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { platformCases } from '../../testing/platform-cases.ts';
import { alternativesOf, type PlatformGate, rightsThrough } from '../users/platform-surface.ts';

const ofPlatform = declarations.filter(({ surface }) => surface.name === 'platform');
const goesThrough = ({ gate }: Pick<AnyEndpoint, 'gate'>): boolean =>
  !isPublicGate(gate) && rightsThrough(gate as PlatformGate).includes('installer');
const names = ({ gate }: Pick<AnyEndpoint, 'gate'>): boolean =>
  alternativesOf(gate as PlatformGate).some(({ needs }) => [needs].flat().includes('installer'));

const READ = [
  'clubs.list',
  'clubs.read',
  'device-doors.list',
  'door-controllers.config',
  'door-controllers.list',
  'door-controllers.version',
  'door-controllers.versions',
  'door-states.list',
  'door-states.read',
  'live.open',
  'preferences.read',
  'sessions.whoami',
  'walk-tests.list',
  'walk-tests.read',
];
const DONE = [
  'device-doors.change',
  'device-doors.create',
  'door-controllers.associate',
  'door-controllers.look-at-claim',
  'door-controllers.restore',
  'door-controllers.update',
  'preferences.put',
  'sessions.sign-out',
  'unlocks.unlock',
  'walk-tests.begin',
  'walk-tests.end',
  'walk-tests.note',
];

describe('whoever is invited to install doors', () => {
  it('gets through these gates, which name it, and no other', () => {
    const through = ofPlatform.filter(goesThrough);
    expect(through.map(({ id }) => id).toSorted()).toEqual([...READ, ...DONE].toSorted());
    expect(through.filter((endpoint) => !names(endpoint))).toEqual([]);
    expect(
      through
        .filter(({ method }) => method === 'GET')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(READ);
    expect(
      through.filter(({ stepUp }) => stepUp !== undefined),
      'none is grave',
    ).toEqual([]);
  });

  it('watches the doors of the facility, and nothing else that is live', () => {
    const topics = topicsOf(everyModule);
    expect(topics.length).toBeGreaterThan(3);
    expect(topics.filter(goesThrough).map(({ topic }) => topic)).toEqual(['facility']);
  });
});

describe('what an installer is answered', () => {
  const SECRETS = ['Ada', 'Okafor', 'Unmistakable', 'ada@members.example', '+61755500100', 'm-unmistakable'];
  let api: PlatformApi;
  beforeAll(async () => {
    const [sqlite] = ENGINES;
    if (sqlite === undefined) throw new Error('no engine');
    api = await servePlatformApi(await sqlite.open(), new ManualClock());
    const { world, callers } = api;
    const record = JSON.stringify({
      first_name: 'Ada',
      last_name: 'Okafor Unmistakable',
      email: 'ada@members.example',
      mobile_phone: '+61755500100',
    });
    await world.db.write((tx) =>
      tx
        .insertInto('member')
        .values({
          partner_id: world.partnerId,
          facility_id: world.facilityId,
          member_id: 'm-unmistakable',
          record,
          updated_at: null,
          stored_at: 0,
          picture_key: null,
        })
        .execute(),
    );
    const person = { partnerId: world.partnerId, memberId: 'm-unmistakable' };
    const made = await api.send({
      method: 'POST',
      path: `/api/access-control/${world.facilityId}/people`,
      headers: callers.manager.headers,
      body: person,
    });
    expect(made.status, made.text).toBeLessThan(300);
  });
  afterAll(() => api.close());

  it('says nothing of members, whatever may be asked', async () => {
    const { world, callers } = api;
    const members = { path: `/api/access-control/${world.facilityId}/members/${world.partnerId}/m-unmistakable` };
    const seen = await api.send({ ...members, headers: callers.staff.headers });
    expect(
      SECRETS.filter((secret) => seen.text.includes(secret)),
      'staff do',
    ).not.toEqual([]);
    await api.moveOn();
    for (const id of READ.filter((one) => one !== 'live.open')) {
      const endpoint = ofPlatform.find((one) => one.id === id) as AnyEndpoint;
      const valid = await (platformCases[id] as NonNullable<(typeof platformCases)[string]>)(api);
      await api.moveOn();
      const answer = await api.send({ path: pathOf(endpoint, valid), headers: callers.installer.headers });
      expect(answer.status, `${id}: ${answer.text}`).toBe(200);
      expect(
        SECRETS.filter((secret) => answer.text.includes(secret)),
        id,
      ).toEqual([]);
    }
  });
});
