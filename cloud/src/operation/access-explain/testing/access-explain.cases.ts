import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const aMember = async ({ world }: PlatformApi) => {
  const { partnerId, facilityId } = world;
  await world.members.put([{ partnerId, facilityId, memberId: 'M-1', firstName: 'Ada', lastName: 'Byron' }]);
  return { partnerId, facilityId, memberId: 'M-1' };
};
const AT = '2026-01-01T00:00:00Z';

export const accessExplainCases: PlatformCases = {
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
