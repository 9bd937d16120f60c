import type { PlatformCases } from '../../../testing/platform-case.ts';

export const storeCases: PlatformCases = {
  'store.update-club': async ({ world }) => ({
    params: { clubID: world.facilityId },
    body: { address: { city: 'Brisbane', countryCode: 'AU' }, active: true },
  }),
};
