import type { PlatformCases } from '../../../testing/platform-case.ts';

const NOWHERE = { organisationId: 'org_zzzzzzzzzzzzzzzz' };

export const billingAnalyticsCases: PlatformCases = {
  'platform-analytics.read': async () => ({ query: { months: '3' } }),
  'billing-analytics.read': async ({ world }) => ({
    params: { organisationId: world.orgId },
    query: { months: '3' },
    foreign: NOWHERE,
    missing: NOWHERE,
  }),
};
