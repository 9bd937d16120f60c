import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { readSimulation } from './users.endpoints.ts';
import { usersFaults } from './users.faults.ts';

export { holds, type Right, type RoleGrant, sees, type Where } from './roles.ts';
export type { User, UsersService } from './users.service.ts';
export { createUsersService } from './users.service.ts';

export const usersModule = (): Module => ({
  name: 'users',
  owns: ['platform_user', 'role_grant', 'user_key'],
  faults: usersFaults,
  endpoints: [mount(readSimulation, undefined)],
});
