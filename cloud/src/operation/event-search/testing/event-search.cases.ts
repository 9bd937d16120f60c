import { foreignDoor, NO_DOOR } from '../../../testing/foreign-door.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const AT = '2026-01-01T00:00:00Z';

export const eventSearchCases: PlatformCases = {
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
  'events.could-enter': async (api) => ({
    params: { facilityId: api.world.facilityId, doorId: api.world.doorId },
    query: { at: AT, show: 'all', limit: '10', after: `member:${api.world.partnerId}:M-1` },
    foreign: { doorId: await foreignDoor(api) },
    missing: { doorId: NO_DOOR },
  }),
};
