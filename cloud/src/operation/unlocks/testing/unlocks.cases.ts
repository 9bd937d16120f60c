import { foreignDoor, NO_DOOR } from '../../../testing/foreign-door.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

export const unlocksCases: PlatformCases = {
  'unlocks.unlock': async (api) => ({
    params: { facilityId: api.world.facilityId, doorId: api.world.doorId },
    body: { reason: 'A delivery' },
    foreign: { doorId: await foreignDoor(api) },
    missing: { doorId: NO_DOOR },
  }),
};
