import { randomUUID } from 'node:crypto';
import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

let made = 0;
/** Somebody of the first organisation, and somebody of the other one. */
const people = async ({ aCaller, world, otherOrgId }: PlatformApi) => {
  const staffAt = (scopeId: OrgId) => ({ right: 'facility-staff', scope: 'organisation', scopeId }) as const;
  made += 1;
  return {
    somebody: await aCaller(`somebody-${made}`, staffAt(world.orgId)),
    stranger: await aCaller(`stranger-${made}`, staffAt(otherOrgId)),
  };
};
const MISSING = { userId: 'usr_0000000000000000' };

export const usersCases: PlatformCases = {
  'users.simulation': async () => ({}),
  'users.create': async ({ world }) => {
    made += 1;
    const role = { role: 'facility-staff', scope: 'facility', scopeId: world.facilityId };
    const person = { firstName: 'Sam', lastName: 'Rivers', phoneNumber: '+61400000000' };
    return { body: { email: `new-${made}@example.com`, ...person, roles: [role] } };
  },
  'users.list': async ({ world }) => ({ query: { organisationId: world.orgId, limit: '2' } }),
  'users.search': async () => ({ query: { q: 'ex' } }),
  'users.read': async (api) => {
    const { somebody, stranger } = await people(api);
    return { params: { userId: somebody.user.email }, foreign: { userId: stranger.user.id }, missing: MISSING };
  },
  'users.update': async (api) => {
    const { somebody, stranger } = await people(api);
    return {
      params: { userId: somebody.user.email },
      body: { firstName: 'Sam', lastName: 'Rivers', phoneNumber: null },
      foreign: { userId: stranger.user.id },
      missing: MISSING,
    };
  },
  'users.delete': async (api) => {
    const { somebody, stranger } = await people(api);
    return { params: { userId: somebody.user.id }, foreign: { userId: stranger.user.id }, missing: MISSING };
  },
  'users.welcome': async (api) => {
    const { somebody, stranger } = await people(api);
    return { params: { userId: somebody.user.id }, foreign: { userId: stranger.user.id }, missing: MISSING };
  },
  'users.roles.put': async (api) => {
    const { somebody, stranger } = await people(api);
    return {
      params: { userId: somebody.user.id },
      body: { role: 'facility-manager', scope: 'facility', scopeId: api.world.facilityId },
      foreign: { userId: stranger.user.id },
      missing: MISSING,
    };
  },
  'users.roles.delete': async (api) => {
    const { somebody, stranger } = await people(api);
    const held = async (userId: string) =>
      (await api.world.db.read((tx) => api.world.users.heldBy(tx, [userId]))).get(userId)?.[0]?.id ?? '';
    return {
      params: { userId: somebody.user.id, roleId: await held(somebody.user.id) },
      foreign: { userId: stranger.user.id, roleId: await held(stranger.user.id) },
      missing: { ...MISSING, roleId: 'rol_0000000000000000' },
    };
  },
  'users.invitations.list': async () => ({}),
  'users.invitations.accept': async (api) => {
    const { users, db } = api.world;
    const { superAdmin, otherOrgAdmin, orgAdmin } = api.callers;
    const invited = (userId: string, scopeId: FacilityId, inviterId: string) =>
      db.write(async (tx) => {
        await users.invite(tx, userId, { right: 'facility-staff', scope: 'facility', scopeId }, inviterId);
        return (await users.invitationsOf(tx, userId))[0]?.id ?? '';
      });
    return {
      params: { invitationId: await invited(superAdmin.user.id, api.otherFacilityId, otherOrgAdmin.user.id) },
      foreign: { invitationId: await invited(otherOrgAdmin.user.id, api.world.facilityId, orgAdmin.user.id) },
      missing: { invitationId: 'inv_0000000000000000' },
    };
  },
  'mcp-keys.list': async (api) => {
    const { somebody, stranger } = await people(api);
    return { params: { userId: somebody.user.id }, foreign: { userId: stranger.user.id }, missing: MISSING };
  },
  'mcp-keys.create': async (api) => {
    const { somebody, stranger } = await people(api);
    return {
      params: { userId: somebody.user.id },
      body: { label: 'Reports', expiresAt: '2030-01-01T00:00:00Z' },
      foreign: { userId: stranger.user.id },
      missing: MISSING,
    };
  },
  'mcp-keys.delete': async (api) => {
    const { somebody, stranger } = await people(api);
    const key = ({ user }: typeof somebody) =>
      api.world.db.write((tx) => api.world.users.addKey(tx, user.id, { label: 'old' }, 'test'));
    return {
      params: { userId: somebody.user.id, keyId: (await key(somebody)).id },
      foreign: { userId: stranger.user.id, keyId: (await key(stranger)).id },
      missing: { ...MISSING, keyId: randomUUID() },
    };
  },
};
