import { foreignDoor, NO_DOOR } from '../../../testing/foreign-door.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

export const overridesCases: PlatformCases = {
  'doors.set-maintenance': async (api) => ({
    params: { facilityId: api.world.facilityId, doorId: api.world.doorId },
    body: { mode: 'force-closed', until: '2030-01-01T00:00:00Z', reason: 'cleaning', seen: 0 },
    foreign: { doorId: await foreignDoor(api) },
    missing: { doorId: NO_DOOR },
  }),
  'doors.list-overrides': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    query: { after: '1767225600000.ovr_zzzzzzzzzzzzzzzz', limit: '10' },
  }),
  'doors.read-override': async (api) => {
    const { db, doors, facilityId, doorId } = api.world;
    const off = { by: 'Sam', reason: '', mode: 'off', untilMs: null } as const;
    const override = await db.write((tx) => doors.requestMaintenance(tx, { ...off, facilityId, doorId }));
    const elsewhere = { facilityId: api.otherFacilityId, doorId: await foreignDoor(api) };
    const foreign = await db.write((tx) => doors.requestMaintenance(tx, { ...off, ...elsewhere }));
    return {
      params: { facilityId, overrideId: override.overrideId },
      foreign: { overrideId: foreign.overrideId },
      missing: { overrideId: 'ovr_zzzzzzzzzzzzzzzz' },
    };
  },
};
