import { z } from 'zod';
import type { MailService } from '../mail/mail.module.ts';
import { andEnded } from './foreign-keys.ts';
import { inviteChecked } from './inviting.ts';
import { platformEndpoint } from './platform-surface.ts';
import { giveChecked, type PlacesKnown, requireMayGive } from './role-requests.ts';
import { lastingOf } from './roles.ts';
import { aUser, findVisible, profileOf, requireAdministers } from './user-access.ts';
import { Email, GrantGiven, OF_SAM, PersonName, PhoneNumber, SAM, UserName, UserProfile } from './user-fields.ts';
import { usersFault, usersFaults } from './users.faults.ts';
import type { UsersService } from './users.service.ts';
import { welcomeMail } from './welcome-mail.ts';

export interface UsersEndpointDeps {
  readonly users: UsersService;
  readonly organisations: PlacesKnown;
  /** Sends an e-mail once the unit is committed. */
  readonly sendMail: MailService['send'];
  readonly platformUrl: () => string;
}

const Named = z.object({ userId: z.string(), email: z.string() });
const { user_unknown, place_unknown } = usersFaults;

/** What an audit row says of a user that a path names by e-mail: nothing, until they are found. */
export const auditedName = (name: string): string | undefined => (name.startsWith('usr_') ? name : undefined);

export const readSimulation = platformEndpoint<unknown>()({
  id: 'users.simulation',
  method: 'GET',
  path: '/api/admin/users/is-simulated-user',
  summary: 'Tell whether the caller acts as somebody else',
  description:
    'Super admins act as another user with the header `x-simulated-user`, which holds that user’s e-mail. Answers who counts for this request, and who sends it.',
  gate: { needs: ['facility-staff', 'iam', 'admin', 'agent'], in: 'anywhere' },
  success: {
    status: 200,
    description: 'Who counts, and who sends.',
    schema: z.object({ simulated: z.boolean(), user: Named, sender: Named }),
  },
  examples: {
    success: {
      simulated: true,
      user: { userId: SAM.userId, email: SAM.email },
      sender: { userId: 'usr_fedcba9876543210', email: 'kim@example.com' },
    },
  },
  faults: {},
  handle: async (_deps, _input, { caller }) => {
    const named = ({ id, email }: typeof caller.user) => ({ userId: id, email });
    const { user, simulatedBy } = caller;
    return { simulated: simulatedBy !== undefined, user: named(user), sender: named(simulatedBy ?? user) };
  },
});

export const createUser = platformEndpoint<UsersEndpointDeps>()({
  id: 'users.create',
  method: 'POST',
  path: '/api/users',
  summary: 'Create a user',
  description:
    'Creates a user with the roles that they begin with. Without any role nobody but who administers users on the platform sees them, so others give at least one. Nobody gives more than they hold at the place themselves. Where somebody of another organisation has this e-mail already, they are invited: they hold the roles, and you see who they are, once they accept. Keys are made with `POST /api/users/{userId}/mcp-keys`.',
  gate: { needs: 'iam', in: 'anywhere' },
  act: {
    among: ['write', 'grave:roles'],
    of: ({ body: { roles } }) => (roles.length > 0 ? 'grave:roles' : 'write'),
  },
  stepUp: ({ body: { roles } }) => roles.length > 0,
  body: z.strictObject({
    email: Email,
    firstName: PersonName.describe('Their first name.'),
    lastName: PersonName.describe('Their last name.'),
    phoneNumber: PhoneNumber.nullable().optional().describe('E.164, such as +61400000000.'),
    roles: z.array(GrantGiven).max(20).default([]).describe('What they begin with: 20 at most.'),
  }),
  success: { status: 201, description: 'Who it is.', schema: Named },
  faults: { place_unknown, user_exists: usersFaults.user_exists, user_full: usersFaults.user_full },
  audit: { event: 'user.created', target: () => undefined },
  examples: {
    body: {
      email: 'sam@example.com',
      firstName: 'Sam',
      lastName: 'Rivers',
      roles: [{ role: 'facility-staff', scope: 'facility', scopeId: 'fac_0123456789abcdef' }],
    },
    success: { userId: SAM.userId, email: SAM.email },
  },
  admit: ({ organisations }, { body: { roles } }, { caller, read }) =>
    read(async (tx) => {
      if (roles.length === 0) requireAdministers(caller, { held: [] });
      for (const role of roles) await requireMayGive(tx, organisations, { caller, role });
    }),
  handle: async (
    { users, organisations, sendMail, platformUrl },
    { body: { roles, ...person } },
    { tx, caller, about },
  ) => {
    if (roles.length === 0) requireAdministers(caller, { held: [] });
    const known = await users.findByEmail(tx, person.email);
    const visible = known && (await findVisible(tx, users, { caller, name: known.id }));
    if (visible !== undefined) throw usersFault('user_exists', 'email: there is a user with this e-mail.');
    const { phoneNumber, ...named } = person;
    if (known !== undefined && lastingOf(await users.grantsOf(tx, known.id)).length > 0) {
      await inviteChecked(tx, { users, organisations, sendMail, platformUrl }, { caller, user: known, roles });
      about(`${known.id} invited`);
      return { userId: known.id, email: known.email };
    }
    const fresh = { ...named, phoneNumber: phoneNumber ?? null };
    // Somebody who holds nothing any more is nobody’s: what others knew of them is not told.
    if (known !== undefined) await users.update(tx, known.id, fresh);
    const user = known ?? (await users.addUser(tx, fresh, caller.actor));
    const ended: string[] = [];
    for (const role of roles)
      ended.push(...(await giveChecked(tx, { users, organisations }, { caller, userId: user.id, role })).endedKeys);
    about(andEnded(user.id, ended));
    return { userId: user.id, email: user.email };
  },
});

const named = z.strictObject({ userId: UserName });

export const updateUser = platformEndpoint<UsersEndpointDeps>()({
  id: 'users.update',
  method: 'PATCH',
  path: '/api/users/:userId',
  summary: 'Change a user’s name or number',
  description:
    'The user is named by e-mail or id. Users change their own; whoever administers users changes those who hold nothing that they could not give themselves. A field that is left out keeps its value, null clears the number.',
  gate: { needs: 'iam', in: 'anywhere', orOwn: true },
  resource: aUser,
  params: named,
  body: z.strictObject({
    firstName: PersonName.optional().describe('Their first name from now on.'),
    lastName: PersonName.optional().describe('Their last name from now on.'),
    phoneNumber: PhoneNumber.nullable().optional().describe('E.164, such as +61400000000. Null clears it.'),
  }),
  success: { status: 200, description: 'The user as they are now.', schema: UserProfile },
  examples: { params: OF_SAM, body: { phoneNumber: SAM.phoneNumber }, success: SAM },
  faults: { user_unknown },
  audit: { event: 'user.updated', target: ({ params }) => auditedName(params.userId) },
  handle: async ({ users }, { body }, { tx, caller, about, resource: found }) => {
    if (found.user.id !== caller.user.id) requireAdministers(caller, found);
    const { firstName, lastName, phoneNumber } = body;
    await users.update(tx, found.user.id, {
      ...(firstName !== undefined && { firstName }),
      ...(lastName !== undefined && { lastName }),
      ...(phoneNumber !== undefined && { phoneNumber }),
    });
    about(found.user.id);
    return profileOf((await users.findById(tx, found.user.id)) ?? found.user);
  },
});

export const deleteUser = platformEndpoint<UsersEndpointDeps>()({
  id: 'users.delete',
  method: 'DELETE',
  path: '/api/users/:userId',
  summary: 'Delete a user',
  description:
    'Their roles and keys end at once, and their e-mail is free again; the audit goes on naming them by id. Nobody deletes themself, nor the last super admin.',
  gate: { needs: 'iam', in: 'anywhere' },
  act: 'grave:roles',
  stepUp: true,
  resource: aUser,
  params: named,
  success: { status: 200, description: 'They are gone.', schema: z.object({ userId: z.string() }) },
  examples: { params: OF_SAM, success: OF_SAM },
  faults: { user_unknown, own_account: usersFaults.own_account, last_super_admin: usersFaults.last_super_admin },
  audit: { event: 'user.deleted', target: ({ params }) => auditedName(params.userId) },
  handle: async ({ users }, _input, { tx, caller, about, resource: found }) => {
    const { id } = found.user;
    if (id === caller.user.id || id === caller.simulatedBy?.id)
      throw usersFault('own_account', 'This is your own account.');
    requireAdministers(caller, found);
    await users.remove(tx, id);
    about(id);
    return { userId: id };
  },
});

export const sendWelcome = platformEndpoint<UsersEndpointDeps>()({
  id: 'users.welcome',
  method: 'POST',
  path: '/api/admin/users/:userId/send-welcome-email',
  summary: 'Send a user the welcome e-mail',
  description: 'Says that there is an account, where the API is and how a key is used. It has no key in it.',
  gate: { needs: 'super-admin', in: 'platform' },
  act: 'grave:roles',
  resource: aUser,
  params: named,
  success: { status: 202, description: 'It is on its way.', schema: z.object({ mailId: z.string() }) },
  examples: { params: OF_SAM, success: { mailId: 'eml_0123456789abcdef' } },
  faults: { user_unknown },
  audit: { event: 'user.welcomed', target: ({ params }) => auditedName(params.userId) },
  handle: async ({ sendMail, platformUrl }, _input, { tx, about, resource: { user } }) => {
    const mailId = await sendMail(tx, welcomeMail(user, platformUrl()));
    about(user.id);
    return { mailId };
  },
});
