import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { foreignDoor, NO_DOOR } from '../../../testing/foreign-door.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const atDoor = async (api: PlatformApi, query: Readonly<Record<string, string>>) => ({
  params: { facilityId: api.world.facilityId, doorId: api.world.doorId },
  query,
  foreign: { doorId: await foreignDoor(api) },
  missing: { doorId: NO_DOOR },
});
const aMember = async ({ world }: PlatformApi) => {
  const { partnerId, facilityId } = world;
  await world.members.put([{ partnerId, facilityId, memberId: 'M-1', firstName: 'Ada', lastName: 'Byron' }]);
  return { partnerId, facilityId, memberId: 'M-1' };
};
const AT = '2026-01-01T00:00:00Z';
const FACT = '1767225600000.7.0c1d2e3f-0000-4000-8000-000000000001.0c1d2e3f-0000-4000-8000-000000000002';

export const inquiriesCases: PlatformCases = {
  'door-states.list': async ({ world }) => ({ params: { facilityId: world.facilityId } }),
  'door-states.read': (api) => atDoor(api, {}),
  'door-states.history': (api) => atDoor(api, { after: FACT, limit: '10' }),
  'events.search': async ({ world, callers }) => ({
    params: { facilityId: world.facilityId },
    query: {
      from: AT,
      to: '2027-01-01T00:00:00Z',
      doorId: world.doorId,
      kind: 'access.granted,unlock.staff',
      outcome: 'granted',
      partnerId: world.partnerId,
      memberId: 'M-1',
      personId: 'per_0123456789abcdef',
      userId: callers.staff.user.id,
      credentialHint: 'abcd',
      after: '1767225600000.evt_0123456789abcdef',
      limit: '10',
    },
  }),
  'events.could-enter': (api) =>
    atDoor(api, { at: AT, show: 'all', limit: '10', after: `member:${api.world.partnerId}:M-1` }),
  'explain.member': async (api) => {
    const { partnerId, facilityId, memberId } = await aMember(api);
    return {
      params: { facilityId, partnerId, memberId },
      query: { doorId: api.world.doorId, at: AT },
      foreign: { partnerId: randomId('ptr', systemRandom) },
      missing: { partnerId: randomId('ptr', systemRandom) },
    };
  },
  'explain.person': async (api) => {
    const { world, otherFacilityId } = api;
    const member = await aMember(api);
    const personId = await world.db.write((tx) => world.access.personFor(tx, member, 'test'));
    const other = { partnerId: world.partnerId, facilityId: otherFacilityId, memberId: 'M-1' };
    return {
      params: { facilityId: world.facilityId, personId },
      query: { doorId: world.doorId, at: AT },
      foreign: { personId: await world.db.write((tx) => world.access.personFor(tx, other, 'test')) },
      missing: { personId: randomId('per', systemRandom) },
    };
  },
  'explain.credential': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    query: { endsWith: '4711', doorId: world.doorId, at: AT },
  }),
  'what-if.ask': async (api) => {
    const { partnerId, facilityId, doorId } = api.world;
    await api.world.db.write((tx) =>
      api.world.scopes.setKey(tx, { partnerId, facilityId, key: 'pool' }, { target: { to: 'facility' } }),
    );
    await aMember(api);
    await api.world.db.write((tx) =>
      api.world.scopes.windowsStored(tx, {
        partnerId,
        facilityId,
        changes: [{ memberId: 'M-1', before: [], after: ['pool'] }],
      }),
    );
    return {
      params: { facilityId },
      body: {
        change: { kind: 'scope-key', partnerId, key: 'pool', target: { to: 'doors', doorIds: [doorId] } },
        limit: 10,
      },
    };
  },
};
