import type { PlatformCases } from '../../../testing/platform-case.ts';

export const holidaysCases: PlatformCases = {
  'holidays.read': async ({ world }) => ({ params: { countryIso: 'AU' }, query: { organisationId: world.orgId } }),
  'holidays.blacklist': async ({ world }) => ({
    params: { countryIso: 'AU' },
    query: { organisationId: world.orgId },
    body: { blacklisted: ['easter -1'] },
  }),
};
