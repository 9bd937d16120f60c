import type { PlatformCases } from '../../../testing/platform-case.ts';

export const preferencesCases: PlatformCases = {
  'preferences.read': async () => ({}),
  'preferences.put': async ({ world }) => ({
    body: {
      theme: 'dark',
      density: 'compact',
      homeFacilityId: world.facilityId,
      savedFilters: [{ name: 'Refused', page: '/ops/events', query: 'kind=access.denied' }],
    },
  }),
};
