import type { PlatformCases } from '../../../testing/platform-case.ts';

export const statisticsCases: PlatformCases = {
  'access-statistics.read': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    query: { from: '2026-01-01T00:00:00Z', to: '2026-01-08T00:00:00Z', block: 'hour' },
  }),
};
