import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { acceptInvitation, listInvitations } from './invitations.endpoints.ts';
import { createKey, deleteKey, listKeys } from './mcp-keys.endpoints.ts';
import { deleteRole, putRole } from './roles.endpoints.ts';
import {
  createUser,
  deleteUser,
  readSimulation,
  sendWelcome,
  type UsersEndpointDeps,
  updateUser,
} from './users.endpoints.ts';
import { usersFaults } from './users.faults.ts';
import { listUsers, searchUsers } from './users-list.endpoints.ts';

export { seesUser } from './giving.ts';
export { userKeyView } from './mcp-keys.endpoints.ts';
export { placeOfRole } from './role-requests.ts';
export {
  gives,
  holds,
  MODULE_GRANTS,
  RIGHTS,
  type Right,
  ROLES,
  type RoleGrant,
  scopesOf,
  sees,
  type Where,
} from './roles.ts';
export { Email, GrantGiven, PersonName, UserName } from './user-fields.ts';
export type { User, UsersService } from './users.service.ts';
export { createUsersService } from './users.service.ts';

export const usersModule = (deps: UsersEndpointDeps): Module => ({
  name: 'users',
  owns: ['platform_user', 'role_grant', 'role_invitation', 'user_key'],
  faults: usersFaults,
  endpoints: [
    mount(createUser, deps),
    mount(readSimulation, undefined),
    mount(listUsers, deps),
    mount(searchUsers, deps),
    mount(updateUser, deps),
    mount(deleteUser, deps),
    mount(sendWelcome, deps),
    mount(putRole, deps),
    mount(deleteRole, deps),
    mount(listInvitations, deps),
    mount(acceptInvitation, deps),
    mount(listKeys, deps),
    mount(createKey, deps),
    mount(deleteKey, deps),
  ],
});
