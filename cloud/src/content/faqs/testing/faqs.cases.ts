import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const FIELDS = {
  ...{ category: 'opening-hours', locale: 'en', question: 'When do you open?', answer: 'At **six**.', position: 10 },
  ...({ audience: 'public', about: ['error:relay_fault'], state: 'published' } as const),
};

const aFaq = async ({ world }: PlatformApi, orgId = world.orgId): Promise<string> =>
  (await world.db.write((tx) => world.faqs.add(tx, orgId, { ...FIELDS, by: 'user:test' }))).id;

const ofAFaq = async (api: PlatformApi) => ({
  params: { id: await aFaq(api) },
  foreign: { id: await aFaq(api, api.otherOrgId) },
  missing: { id: 'faq_zzzzzzzzzzzzzzzz' },
});

export const faqsCases: PlatformCases = {
  'faqs.list': async ({ world }) => ({ query: { organisationId: world.orgId } }),
  'faqs.of-category': async ({ world }) => ({
    params: { category: 'opening-hours' },
    query: { organisationId: world.orgId },
  }),
  'faqs.read': async (api) => ({
    params: { faqId: await aFaq(api) },
    foreign: { faqId: await aFaq(api, api.otherOrgId) },
    missing: { faqId: 'faq_zzzzzzzzzzzzzzzz' },
  }),
  'faqs.add': async ({ world }) => ({
    body: { organisationId: world.orgId, ...FIELDS },
    absent: { body: { organisationId: 'org_zzzzzzzzzzzzzzzz' } },
  }),
  'faqs.update': async (api) => ({ ...(await ofAFaq(api)), body: { question: 'When do you close?' } }),
  'faqs.delete': ofAFaq,
};
