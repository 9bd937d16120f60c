import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const NOWHERE = 'whk_zzzzzzzzzzzzzzzz';
const fields = { url: 'https://hooks.example.com/gatehouse', description: 'Ours', types: ['door.*'] };

const aWebhook = async ({ world }: PlatformApi, orgId: OrgId): Promise<string> => {
  const { db, webhooks } = world;
  for (const { id } of await webhooks.list(orgId)) await db.write((tx) => webhooks.remove(tx, id));
  return (await db.write((tx) => webhooks.create(tx, orgId, fields, 'usr_test'))).webhook.id;
};
const ofOne = async (api: PlatformApi) => ({
  params: { webhookId: await aWebhook(api, api.world.orgId) },
  foreign: { webhookId: await aWebhook(api, api.otherOrgId) },
  missing: { webhookId: NOWHERE },
});
const inOrganisation = (api: PlatformApi) => ({ query: { organisationId: api.world.orgId } });

export const webhooksCases: PlatformCases = {
  'webhooks.events': async (api) => ({ query: { organisationId: api.world.orgId, limit: '10' } }),
  'webhooks.list': async (api) => inOrganisation(api),
  'webhooks.create': async (api) => {
    await aWebhook(api, api.world.orgId);
    return { ...inOrganisation(api), body: fields };
  },
  'webhooks.read': ofOne,
  'webhooks.update': async (api) => ({ ...(await ofOne(api)), body: { description: 'Theirs', enabled: false } }),
  'webhooks.delete': ofOne,
  'webhooks.rotate-secret': ofOne,
  'webhooks.replay': async (api) => ({
    ...(await ofOne(api)),
    body: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  }),
  'webhooks.deliveries': async (api) => ({ ...(await ofOne(api)), query: { state: 'pending', limit: '10' } }),
};
