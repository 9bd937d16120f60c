import { defineModule } from '../../kit/modules/module.ts';
import { copy } from '../../kit/modules/table-policy.ts';
import { mailModule } from '../mail/mail.module.ts';
import { organisationsModule } from '../organisations/organisations.module.ts';
import { INVITATION } from './invitation-mail.ts';
import { acceptInvitation, listInvitations } from './invitations.endpoints.ts';
import { createKey, deleteKey, listKeys } from './mcp-keys.endpoints.ts';
import { deleteRole, putRole } from './roles.endpoints.ts';
import { readUser } from './user-read.endpoints.ts';
import { userCommands } from './users.control.ts';
import { createUser, deleteUser, readSimulation, sendWelcome, updateUser } from './users.endpoints.ts';
import { usersFaults } from './users.faults.ts';
import { lastRightTaken, rightTaken, sessionsOf, userRemoved } from './users.ports.ts';
import { createUsersService } from './users.service.ts';
import { listUsers, searchUsers } from './users-list.endpoints.ts';
import { WELCOME } from './welcome-mail.ts';

export { seesUser } from './delegation-policy.ts';
export {
  canSee,
  gives,
  holds,
  LASTING_RIGHTS,
  lastingOf,
  MODULE_GRANTS,
  PASSING_RIGHTS,
  RIGHTS,
  type Right,
  ROLES,
  type RoleGrant,
  scopesOf,
  type Where,
} from './roles.ts';
export { aUser, mayReadKeys, peopleReach } from './user-access.ts';
export { Email, OF_SAM, UserName } from './user-fields.ts';
export { type User, type UsersService, userOf } from './users.service.ts';

export const usersModule = defineModule('users', {
  needs: [organisationsModule, mailModule],
  owns: {
    platform_user: copy('id created_at created_by deleted_at', {
      mask: { email: 'email', first_name: 'name', last_name: 'name', phone_number: 'phone' },
    }),
    role_grant: 'never',
    role_invitation: 'never',
    user_key: 'never',
  },
  faults: usersFaults,
  asks: { sessionsOf },
  emits: { userRemoved, lastRightTaken, rightTaken },
  create: ({ db, clock, random, userRemoved, lastRightTaken, rightTaken, mail }) => ({
    users: createUsersService({ db, clock, random, removed: userRemoved, lastRightTaken, rightTaken }),
    sendMail: mail.send,
  }),
})({
  mails: () => [WELCOME, INVITATION],
  close: async ({ users }) => void (await users.close()),
  endpoints: [
    createUser,
    readSimulation,
    listUsers,
    searchUsers,
    readUser,
    updateUser,
    deleteUser,
    sendWelcome,
    putRole,
    deleteRole,
    listInvitations,
    acceptInvitation,
    listKeys,
    createKey,
    deleteKey,
  ],
  operator: userCommands,
});
