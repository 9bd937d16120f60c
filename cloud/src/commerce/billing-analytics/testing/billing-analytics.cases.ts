import type { PlatformCases } from '../../../testing/platform-case.ts';

const NOWHERE = { organisationId: 'org_zzzzzzzzzzzzzzzz' };
const KEPT = { months: 3, includeArchived: false };

/** Asked once before, so that each of those who ask then gets what is kept. */
export const billingAnalyticsCases: PlatformCases = {
  'platform-analytics.read': async ({ world }) => {
    await world.billingAnalytics.read({ scope: { kind: 'platform' }, ...KEPT });
    return { query: { months: '3' } };
  },
  'billing-analytics.read': async ({ world }) => {
    await world.billingAnalytics.read({ scope: { kind: 'org', orgId: world.orgId }, ...KEPT });
    return { params: { organisationId: world.orgId }, query: { months: '3' }, foreign: NOWHERE, missing: NOWHERE };
  },
};
