import type { PlatformCases } from '../../../testing/platform-case.ts';

export const facilitiesCases: PlatformCases = {
  'clubs.list': async ({ world }) => ({
    query: {
      organisationId: world.orgId,
      q: 'harbour',
      needsAttention: 'false',
      after: 'fac_0000000000000000',
      limit: '20',
    },
  }),
  'clubs.blocked-doors': async ({ world }) => ({
    query: { organisationId: world.orgId, after: 'fac_0000000000000000', limit: '20' },
  }),
  'clubs.read': async ({ world }) => ({ params: { facilityId: world.facilityId } }),
};
