import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

let made = 0;
const aDraft = () => ({
  slug: `river-${++made}`,
  locale: 'en',
  draft: { title: 'River', blocks: [{ kind: 'hero' as const, heading: 'By the river' }] },
});

const aPage = async ({ world }: PlatformApi): Promise<string> => {
  const page = { facilityId: world.facilityId, ...aDraft(), by: 'user:test' };
  return (await world.db.write((tx) => world.landingPages.add(tx, world.orgId, page))).id;
};
const NONE = { landingPageId: 'lpg_zzzzzzzzzzzzzzzz' };

export const landingPagesCases: PlatformCases = {
  'landing-pages.list': async ({ world }) => ({ query: { organisationId: world.orgId } }),
  'landing-pages.add': async ({ world }) => ({
    body: { organisationId: world.orgId, facilityId: world.facilityId, ...aDraft() },
    absent: { body: { organisationId: 'org_zzzzzzzzzzzzzzzz', facilityId: null } },
  }),
  'landing-pages.change': async (api) => ({
    body: { landingPageId: await aPage(api), action: 'publish' },
    absent: { body: NONE },
  }),
  'landing-pages.delete': async (api) => ({
    body: { landingPageId: await aPage(api) },
    absent: { body: NONE },
  }),
};
