import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const aMember = async ({ world }: PlatformApi) => {
  const { partnerId, facilityId } = world;
  await world.members.put([{ partnerId, facilityId, memberId: 'M-1', firstName: 'Ada', lastName: 'Byron' }]);
  return { partnerId, facilityId, memberId: 'M-1' };
};
const query = ({ world }: PlatformApi) => ({ from: '2026-01-01', days: '2', doorId: world.doorId });

export const accessCalendarCases: PlatformCases = {
  'access-calendar.member': async (api) => ({
    params: await aMember(api),
    query: query(api),
    foreign: { partnerId: randomId('ptr', systemRandom) },
    missing: { partnerId: randomId('ptr', systemRandom) },
  }),
  'access-calendar.person': async (api) => {
    const { world, otherFacilityId } = api;
    const member = await aMember(api);
    const personId = await world.db.write((tx) => world.access.personFor(tx, member, 'test'));
    const other = { partnerId: world.partnerId, facilityId: otherFacilityId, memberId: 'M-1' };
    return {
      params: { facilityId: world.facilityId, personId },
      query: query(api),
      foreign: { personId: await world.db.write((tx) => world.access.personFor(tx, other, 'test')) },
      missing: { personId: randomId('per', systemRandom) },
    };
  },
};
