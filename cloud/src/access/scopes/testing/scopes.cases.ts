import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const aName = () => randomId('n', systemRandom);
const aScope = ({ world }: PlatformApi, facilityId: FacilityId) =>
  world.db.write((tx) => world.scopes.createScope(tx, facilityId, { name: aName(), doors: [] }));
const missing = () => randomId('scp', systemRandom);

/** A member with a window whose key nobody has mapped, and the warning of it. */
const aWarnedKey = async ({ world }: PlatformApi) => {
  const key = aName();
  const { partnerId, facilityId } = world;
  await world.db.write((tx) =>
    world.scopes.windowsStored(tx, {
      partnerId,
      facilityId,
      changes: [{ memberId: aName(), before: [], after: [key] }],
    }),
  );
  const open = await world.warnings.list(facilityId);
  return { key, warningId: open.find(({ subject }) => subject === `${partnerId}/${key}`)?.id ?? '' };
};

const aForeignWarning = async ({ world, otherFacilityId }: PlatformApi) => {
  const subject = aName();
  await world.db.write((tx) =>
    world.warnings.raise(tx, { kind: 'box_cloned', facilityId: otherFacilityId, subject, message: 'Two boxes.' }),
  );
  return (await world.warnings.list(otherFacilityId)).find((row) => row.subject === subject)?.id ?? '';
};

const ofAccount = async ({ world, otherOrgId }: PlatformApi) => {
  const account = { name: 'Other Members', linkingMethod: 'facility_id' } as const;
  return {
    params: {
      partnerId: await world.db.write((tx) => world.partners.create(tx, { ...account, organisations: [world.orgId] })),
    },
    foreign: {
      partnerId: await world.db.write((tx) => world.partners.create(tx, { ...account, organisations: [otherOrgId] })),
    },
    missing: { partnerId: randomId('ptr', systemRandom) },
  };
};

export const scopesCases: PlatformCases = {
  'access-scopes.list': async ({ world }) => ({ params: { facilityId: world.facilityId } }),
  'access-scopes.create': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    body: { name: aName(), doorIds: [world.doorId] },
  }),
  'access-scopes.update': async (api) => ({
    params: { facilityId: api.world.facilityId, scopeId: await aScope(api, api.world.facilityId) },
    body: { name: aName(), doorIds: [api.world.doorId] },
    foreign: { scopeId: await aScope(api, api.otherFacilityId) },
    missing: { scopeId: missing() },
  }),
  'access-scopes.remove': async (api) => ({
    params: { facilityId: api.world.facilityId, scopeId: await aScope(api, api.world.facilityId) },
    foreign: { scopeId: await aScope(api, api.otherFacilityId) },
    missing: { scopeId: missing() },
  }),
  'scope-keys.list': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    query: { partnerId: world.partnerId, limit: '10' },
  }),
  'scope-keys.set': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    body: {
      partnerId: world.partnerId,
      key: 'pool',
      target: { to: 'doors', doorIds: [world.doorId] },
      disabled: false,
    },
  }),
  'warnings.map': async (api) => ({
    params: { facilityId: api.world.facilityId, warningId: (await aWarnedKey(api)).warningId },
    body: { target: { to: 'facility' } },
    foreign: { warningId: await aForeignWarning(api) },
    missing: { warningId: randomId('wrn', systemRandom) },
  }),
  'partner-statuses.list': ofAccount,
  'partner-statuses.set': async (api) => ({ ...(await ofAccount(api)), body: { word: 'lapsed', effect: 'deny' } }),
  'access-sources.list': async ({ world }) => ({ params: { facilityId: world.facilityId } }),
};
