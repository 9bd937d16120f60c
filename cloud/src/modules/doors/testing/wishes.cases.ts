import { foreignDoor, NO_DOOR } from '../../../test-kit/foreign-door.ts';
import type { PlatformCases } from '../../../test-kit/platform-case.ts';

export const wishesCases: PlatformCases = {
  'doors.set-maintenance': async (api) => ({
    params: { club: api.world.facilityId, doorId: api.world.doorId },
    body: { mode: 'force-closed', until: '2030-01-01T00:00:00Z', reason: 'cleaning', seen: 0 },
    foreign: { doorId: await foreignDoor(api) },
    missing: { doorId: NO_DOOR },
  }),
  'doors.list-wishes': async ({ world }) => ({ params: { club: world.facilityId }, query: { limit: '10' } }),
  'doors.read-wish': async ({ world }) => {
    const { doors, facilityId, doorId } = world;
    const wish = await doors.wishMaintenance({ facilityId, doorId, by: 'Sam', reason: '', mode: 'off', untilMs: null });
    return {
      params: { club: facilityId, wishId: wish.wishId },
      foreign: { wishId: 'wish_zzzzzzzzzzzzzzzz' },
      missing: { wishId: 'wish_zzzzzzzzzzzzzzzz' },
    };
  },
};
