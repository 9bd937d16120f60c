import { foreignDoor, NO_DOOR } from '../../../testing/foreign-door.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const atDoor = async (api: PlatformApi, query: Readonly<Record<string, string>>) => ({
  params: { facilityId: api.world.facilityId, doorId: api.world.doorId },
  query,
  foreign: { doorId: await foreignDoor(api) },
  missing: { doorId: NO_DOOR },
});
const FACT = '1767225600000.7.0c1d2e3f-0000-4000-8000-000000000001.0c1d2e3f-0000-4000-8000-000000000002';

export const doorStatesCases: PlatformCases = {
  'door-states.list': async ({ world }) => ({ params: { facilityId: world.facilityId } }),
  'door-states.read': (api) => atDoor(api, {}),
  'door-states.history': (api) => atDoor(api, { after: FACT, limit: '10' }),
};
