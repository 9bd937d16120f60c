import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { BARE_DOOR } from '../../../testing/bare-door.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const NO_TEST = 'wlk_0123456789abcdef';

/** A box with one door, and a walk test of it that is under way. */
const aTest = async ({ world }: PlatformApi, facilityId: FacilityId = world.facilityId) => {
  const boxId = await world.aBox(facilityId);
  const asked = { ...BARE_DOOR, name: 'Side door', facilityId, boxId, by: 'test' };
  const { id: doorId } = await world.db.write((tx) => world.doorControllers.addDoor(tx, asked));
  const { id: walkTestId } = await world.db.write((tx) =>
    world.walkTests.begin(tx, { facilityId, boxId, by: 'user:test' }),
  );
  return { boxId, doorId, walkTestId };
};
const ofOne = async (api: PlatformApi) => {
  const { doorId, walkTestId } = await aTest(api);
  return {
    doorId,
    params: { facilityId: api.world.facilityId, walkTestId },
    foreign: { walkTestId: (await aTest(api, api.otherFacilityId)).walkTestId },
    missing: { walkTestId: NO_TEST },
  };
};

export const walkTestsCases: PlatformCases = {
  'walk-tests.list': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    query: { boxId: world.boxId, after: `1767225600000.${NO_TEST}`, limit: '10' },
  }),
  'walk-tests.begin': async (api) => ({
    params: { facilityId: api.world.facilityId },
    body: { boxId: (await aTest(api)).boxId },
  }),
  'walk-tests.read': async (api) => {
    const { doorId, ...asked } = await ofOne(api);
    return { ...asked, query: { doorId } };
  },
  'walk-tests.note': async (api) => {
    const { doorId, ...asked } = await ofOne(api);
    return { ...asked, body: { doorId, step: 'unlock', outcome: 'failed', note: 'Nothing moved' } };
  },
  'walk-tests.end': async (api) => {
    const { doorId: _, ...asked } = await ofOne(api);
    return asked;
  },
};
