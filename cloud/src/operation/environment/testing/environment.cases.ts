import type { PlatformCases } from '../../../testing/platform-case.ts';

export const environmentCases: PlatformCases = {
  'environment.read': async ({ world }) => ({ params: { clubId: world.facilityId } }),
  'smart-club.read': async ({ world }) => ({ params: { club_id: world.facilityId } }),
};
