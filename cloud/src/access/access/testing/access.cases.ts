import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { aMemberId, ofMember } from '../../../testing/member-case.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const aPerson = ({ world }: PlatformApi, facilityId: FacilityId) =>
  world.db.write((tx) =>
    world.access.personFor(tx, { partnerId: world.partnerId, facilityId, memberId: aMemberId() }, 'test'),
  );
const aGrant = async (api: PlatformApi, facilityId: FacilityId) => {
  const person = { facilityId, personId: await aPerson(api, facilityId) };
  return api.world.db.write((tx) => api.world.access.grant(tx, person, { target: { to: 'none' } }, 'test'));
};

const ofPerson = async (api: PlatformApi) => ({
  params: { facilityId: api.world.facilityId, personId: await aPerson(api, api.world.facilityId) },
  foreign: { personId: await aPerson(api, api.otherFacilityId) },
  missing: { personId: randomId('per', systemRandom) },
});

const ofIntegration = async ({ world, otherOrgId }: PlatformApi) => {
  const account = { name: 'Other Members', linkingMethod: 'facility_id' } as const;
  const partnerId = await world.db.write((tx) =>
    world.partners.create(tx, { ...account, organisations: [world.orgId] }),
  );
  await world.db.write((tx) => world.partners.setIntegration(tx, partnerId, world.facilityId, { enabled: true }));
  return {
    params: { facilityId: world.facilityId, partnerId },
    foreign: {
      partnerId: await world.db.write((tx) => world.partners.create(tx, { ...account, organisations: [otherOrgId] })),
    },
    missing: { partnerId: randomId('ptr', systemRandom) },
  };
};

/** The warning of a scope key that a member has and nobody has mapped. */
const aWarnedKey = async ({ world }: PlatformApi, facilityId: FacilityId) => {
  const key = randomId('k', systemRandom);
  const { partnerId } = world;
  const changes = [{ memberId: aMemberId(), before: [], after: [key] }];
  await world.db.write((tx) => world.scopes.windowsStored(tx, { partnerId, facilityId, changes }));
  const open = await world.warnings.list(facilityId);
  return open.find(({ subject }) => subject === `${partnerId}/${key}`)?.id ?? '';
};

export const accessCases: PlatformCases = {
  'access-policy.read': async ({ world }) => ({ params: { facilityId: world.facilityId } }),
  'access-policy.set': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    body: {
      graceHours: 24,
      offlineDays: 30,
      uncertainClock: 'interval',
      longestOutageHours: 72,
      geofence: { latitude: -27.47, longitude: 153.02, radiusM: 200 },
    },
  }),
  'plan-zones.list': async ({ world }) => ({ params: { facilityId: world.facilityId } }),
  'plan-zones.set': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    body: { partnerId: world.partnerId, name: 'Pool', target: { to: 'doors', doorIds: [world.doorId] } },
  }),
  'integrations.preview': async (api) => ofIntegration(api),
  'integrations.set': async (api) => ({
    ...(await ofIntegration(api)),
    body: { enabled: false, linkingIdentifier: randomId('n', systemRandom), losing: 100 },
  }),
  'members.list': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    query: { partnerId: world.partnerId, search: 'jo', limit: '10' },
  }),
  'members.read': ofMember,
  'members.flag': async (api) => {
    const flags = { banned: true, disabled: false, blockAllAccess: false };
    return { ...(await ofMember(api)), body: { ...flags, reason: 'Threw weights' } };
  },
  'scope-keys.members': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    query: { partnerId: world.partnerId, key: 'pool', limit: '10' },
  }),
  'warnings.members': async (api) => ({
    params: { facilityId: api.world.facilityId, warningId: await aWarnedKey(api, api.world.facilityId) },
    query: { limit: '10' },
    foreign: { warningId: await aWarnedKey(api, api.otherFacilityId) },
    missing: { warningId: randomId('wrn', systemRandom) },
  }),
  'grants.list': async (api) => ({
    params: { facilityId: api.world.facilityId },
    query: { personId: await aPerson(api, api.world.facilityId), doorId: api.world.doorId, limit: '10' },
  }),
  'grants.create': async (api) => ({
    params: { facilityId: api.world.facilityId },
    body: {
      personId: await aPerson(api, api.world.facilityId),
      target: { to: 'doors', doorIds: [api.world.doorId] },
      from: '2026-01-01T00:00:00Z',
      until: '2027-01-01T00:00:00Z',
      breakGlass: true,
      reason: 'First aid',
    },
  }),
  'grants.revoke': async (api) => ({
    params: { facilityId: api.world.facilityId, grantId: await aGrant(api, api.world.facilityId) },
    foreign: { grantId: await aGrant(api, api.otherFacilityId) },
    missing: { grantId: randomId('grt', systemRandom) },
  }),
  'people.list': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    query: { flag: 'banned', limit: '10' },
  }),
  'people.create': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    body: { partnerId: world.partnerId, memberId: aMemberId() },
  }),
  'people.read': ofPerson,
  'people.link': async (api) => ({
    ...(await ofPerson(api)),
    body: { partnerId: api.world.partnerId, memberId: aMemberId() },
  }),
  'people.unlink': async (api) => {
    const { params, ...others } = await ofPerson(api);
    const { partnerId, facilityId } = api.world;
    const memberId = aMemberId();
    await api.world.db.write((tx) =>
      api.world.access.linkMember(tx, params.personId, { partnerId, facilityId, memberId }),
    );
    return { params: { ...params, partnerId, memberId }, ...others };
  },
  'people.flag': async (api) => ({
    ...(await ofPerson(api)),
    body: { banned: true, disabled: false, blockAllAccess: false, reason: 'Threw weights' },
  }),
  'people.set-extended-unlock': async (api) => ({ ...(await ofPerson(api)), body: { extended: true } }),
};
