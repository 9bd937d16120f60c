import { randomUUID } from 'node:crypto';
import type { PlatformCases } from '../../../testing/platform-case.ts';

export const journalCases: PlatformCases = {
  'journal.box': async ({ world, otherFacilityId }) => ({
    params: { facilityId: world.facilityId, boxId: world.boxId },
    foreign: { boxId: await world.aBox(otherFacilityId) },
    missing: { boxId: randomUUID() },
  }),
};
