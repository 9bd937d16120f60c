import type { PlatformCases } from '../../../test-kit/platform-case.ts';

export const environmentCases: PlatformCases = {
  'environment.read': async ({ world }) => ({ params: { clubId: world.facilityId } }),
  'smart-club.read': async ({ world }) => ({ params: { club_id: world.facilityId } }),
};
