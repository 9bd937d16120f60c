import { z } from 'zod';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { mayGive, seesHeld } from './delegation-policy.ts';
import { andEnded } from './foreign-keys.ts';
import { placeOf } from './platform-gate.ts';
import { platformEndpoint } from './platform-surface.ts';
import { giveChecked } from './role-requests.ts';
import { aUser } from './user-access.ts';
import { GrantGiven, GrantHeldNow, OF_SAM, STAFF, UserName } from './user-fields.ts';
import { auditedName, type UsersEndpointDeps } from './users.endpoints.ts';
import { usersFault, usersFaults } from './users.faults.ts';

type RolesDeps = Pick<UsersEndpointDeps, 'users' | 'organisations'>;
const { user_unknown, place_unknown, user_full, role_unknown, last_super_admin } = usersFaults;

export const putRole = platformEndpoint<RolesDeps>()({
  id: 'users.roles.put',
  method: 'PUT',
  path: '/api/users/:userId/roles',
  summary: 'Give a user a role',
  description:
    'Gives a role or a module on the platform, in an organisation or at a facility; what is held already stays as it is. Needs `iam` at that place, and that the caller holds there themselves what gives at least as much. `docs/roles.md` says what each role gives. Keys that somebody made for the user who does not hold as much there end with it.',
  gate: { needs: 'iam', in: 'anywhere' },
  act: 'grave:roles',
  stepUp: true,
  resource: aUser,
  params: z.strictObject({ userId: UserName }),
  body: GrantGiven,
  success: { status: 200, description: 'They hold it.', schema: GrantHeldNow },
  examples: {
    params: OF_SAM,
    body: { role: 'facility-staff', scope: 'facility', scopeId: 'fac_0123456789abcdef' },
    success: { ...STAFF, endedKeys: [] },
  },
  faults: { user_unknown, place_unknown, user_full },
  audit: { event: 'user.role-given', target: ({ params }) => auditedName(params.userId) },
  handle: async ({ users, organisations }, { body: role }, { tx, caller, about, at, resource: { user } }) => {
    const { id, endedKeys, where } = await giveChecked(tx, { users, organisations }, { caller, userId: user.id, role });
    about(andEnded(`${user.id} ${role.role} ${role.scopeId ?? role.scope}`, endedKeys));
    at(placeOf(where));
    const { role: right, scope, scopeId = null } = role;
    return { roleId: id, role: right, scope, scopeId, endedKeys: [...endedKeys] };
  },
});

export const deleteRole = platformEndpoint<RolesDeps>()({
  id: 'users.roles.delete',
  method: 'DELETE',
  path: '/api/users/:userId/roles/:roleId',
  summary: 'Take a role from a user',
  description: 'Counts from the very next request on. Needs what giving it needs. The last super admin stays one.',
  gate: { needs: 'iam', in: 'anywhere' },
  act: 'grave:roles',
  stepUp: true,
  resource: aUser,
  params: z.strictObject({
    userId: UserName,
    roleId: z.string().min(1).max(64).describe('The `roleId` of the user’s roles.'),
  }),
  success: { status: 200, description: 'They hold it no longer.', schema: z.object({ roleId: z.string() }) },
  examples: { params: { ...OF_SAM, roleId: STAFF.roleId }, success: { roleId: STAFF.roleId } },
  faults: { user_unknown, role_unknown, last_super_admin },
  audit: { event: 'user.role-taken', target: ({ params }) => auditedName(params.userId) },
  handle: async ({ users }, { params }, { tx, caller: { grants }, about, at, resource: { user, held } }) => {
    const grant = held.find(({ id, where }) => id === params.roleId && seesHeld(grants, where));
    if (grant === undefined) throw usersFault('role_unknown', 'This user holds no such role.');
    if (!mayGive(grants, grant, grant.where)) throw kitFault('forbidden', 'This role is not yours to take away.');
    await users.takeGrant(tx, user.id, grant);
    about(`${user.id} ${grant.right} ${grant.scopeId || grant.scope}`);
    at(placeOf(grant.where));
    return { roleId: grant.id };
  },
});
