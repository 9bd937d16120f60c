import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

let made = 0;
const fields = () => ({
  ...{ slug: `awarded-${++made}`, title: 'Awarded', outlet: 'The Courier', sourceUrl: 'https://news.example/a' },
  ...{ excerpt: 'Gym of the year.', body: 'The **best**.', publishedOn: '2026-01-01', publishAt: null },
  ...({ state: 'published', featured: false, image: null } as const),
});

const anItem = async ({ world }: PlatformApi, orgId = world.orgId): Promise<string> =>
  (await world.db.write((tx) => world.press.add(tx, orgId, { ...fields(), by: 'user:test' }))).id;

const ofAnItem = async <Name extends string>(api: PlatformApi, name: Name) => ({
  params: { [name]: await anItem(api) },
  foreign: { [name]: await anItem(api, api.otherOrgId) },
  missing: { [name]: 'prs_zzzzzzzzzzzzzzzz' },
});

export const pressCases: PlatformCases = {
  'press.list': async ({ world }) => ({ query: { organisationId: world.orgId } }),
  'press.read': (api) => ofAnItem(api, 'pressId'),
  'press.add': async ({ world }) => ({
    body: { organisationId: world.orgId, ...fields() },
    absent: { body: { organisationId: 'org_zzzzzzzzzzzzzzzz' } },
  }),
  'press.update': async (api) => ({ ...(await ofAnItem(api, 'pressId')), body: { title: 'Awarded twice' } }),
  'press.delete': (api) => ofAnItem(api, 'id'),
};
