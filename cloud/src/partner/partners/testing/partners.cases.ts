import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const anAccount = ({ world }: PlatformApi, ...organisations: OrgId[]) =>
  world.db.write((tx) =>
    world.partners.create(tx, { name: 'Other Members', linkingMethod: 'facility_id', organisations }),
  );

const ofAccount = async (api: PlatformApi) => ({
  params: { partnerId: await anAccount(api, api.world.orgId) },
  foreign: { partnerId: await anAccount(api, api.otherOrgId) },
  missing: { partnerId: randomId('ptr', systemRandom) },
});

const ofKey = async (api: PlatformApi) => {
  const { params } = await ofAccount(api);
  const other = await anAccount(api, api.otherOrgId);
  const [key, foreign] = [
    await api.world.db.write((tx) => api.world.partners.createKey(tx, params.partnerId, 'live', 'Server')),
    await api.world.db.write((tx) => api.world.partners.createKey(tx, other, 'live', 'Server')),
  ];
  return {
    params: { ...params, keyId: key.id },
    foreign: { keyId: foreign.id },
    missing: { keyId: '6f1c1b0e-7e0d-4c1b-9f56-2f6f0b1f7d11' },
    absent: { params: { partnerId: randomId('ptr', systemRandom) } },
  };
};

const keyAtOrganisation = async (api: PlatformApi) => ({
  ...(await ofKey(api)),
  query: { organisationId: api.world.orgId },
});

export const partnersCases: PlatformCases = {
  'partners.list': async () => ({ query: { limit: '10' } }),
  'partners.create': async ({ world }) => ({
    body: {
      name: 'Acme Members',
      linkingMethod: 'linking_identifier',
      linkingLabel: 'Store code',
      organisations: [world.orgId],
    },
  }),
  'partners.read': ofAccount,
  'partners.update': async (api) => ({
    ...(await ofAccount(api)),
    body: {
      name: 'Acme Members',
      linkingMethod: 'linking_identifier',
      linkingLabel: 'Store code',
      prefix: 'ACME',
      customFields: [{ key: 'region', label: 'Region' }],
    },
  }),
  'partners.set-organisations': async (api) => ({
    ...(await ofAccount(api)),
    body: { organisations: [api.world.orgId] },
  }),
  'partners.set-rate-limits': async (api) => ({
    params: { partnerId: await anAccount(api, api.world.orgId) },
    absent: { params: { partnerId: randomId('ptr', systemRandom) } },
    body: { rateLimits: { 'doors.unlock': 50 } },
  }),
  'partner-contacts.list': ofAccount,
  'partner-contacts.set': async (api) => ({
    ...(await ofAccount(api)),
    body: { contacts: [{ email: 'robin@acme.example', name: 'Robin', role: 'owner' }] },
  }),
  'partner-keys.list': ofAccount,
  'partner-keys.create': async (api) => ({ ...(await ofAccount(api)), body: { type: 'live', label: 'Server' } }),
  'partner-keys.rotate': async (api) => ({ ...(await ofKey(api)), body: { overlapHours: 24 } }),
  'partner-keys.revoke': ofKey,
  'partner-keys.at-organisation': async ({ world }) => ({ query: { organisationId: world.orgId } }),
  'partner-keys.consent': keyAtOrganisation,
  'partner-keys.withdraw': keyAtOrganisation,
  'partners.requests': async (api) => ({
    ...(await ofAccount(api)),
    query: { status: '4', endpoint: 'doors.unlock', requestId: 'req_0', limit: '10' },
  }),
  'integrations.of-partner': async (api) => ({ ...(await ofAccount(api)), query: { limit: '10' } }),
  'integrations.list': async ({ world }) => ({ params: { facilityId: world.facilityId } }),
};
