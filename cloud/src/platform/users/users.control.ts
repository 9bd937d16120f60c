import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { namedBy } from './actor-surface.ts';
import { userKeyView } from './mcp-keys.endpoints.ts';
import { type PlacesKnown, placeOfRole } from './role-requests.ts';
import { scopeOf } from './roles.ts';
import { Email, GrantGiven, PersonName, UserName } from './user-fields.ts';
import type { User, UsersService } from './users.service.ts';

type Orders = Readonly<Record<string, ControlCommand>>;

const by = z.string().trim().min(1).max(120);
const user = UserName;
const label = z.string().trim().min(1).max(120);
const HOURS_MAX = 24 * 366;

interface AboutUsers {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly users: Pick<
    UsersService,
    'find' | 'findByEmail' | 'list' | 'heldBy' | 'addUser' | 'addGrant' | 'takeGrant' | 'remove'
  >;
  readonly organisations: PlacesKnown;
}
interface AboutKeys {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly users: Pick<UsersService, 'find' | 'listKeys' | 'addKey' | 'removeKey'>;
}

/**
 * Orders about users and their keys: for whoever has the machine, who needs no right on the platform. They are the way back
 * in where the last key of a super admin is lost.
 */
export const userCommands = (deps: AboutUsers & AboutKeys): Orders => ({ ...aboutUsers(deps), ...aboutKeys(deps) });

const aboutUsers = ({ db, users, organisations }: AboutUsers): Orders => ({
  users: controlCommand({
    body: z.strictObject({ after: z.string().max(64).optional(), limit: z.int().min(1).max(200).default(50) }),
    run: (page) =>
      db.read(async (tx) => {
        const list = await users.list(tx, { reach: 'everywhere', ...page });
        const ids = list.map(({ id }) => id);
        const held = await users.heldBy(tx, ids);
        return {
          users: list.map(({ id, email, firstName, lastName }) => ({
            userId: id,
            email,
            name: `${firstName} ${lastName}`,
            roles: (held.get(id) ?? []).map((grant) => ({
              roleId: grant.id,
              role: grant.right,
              on: grant.scopeId || grant.scope,
            })),
          })),
        };
      }),
  }),
  'add-user': controlCommand({
    body: z.strictObject({ email: Email, firstName: PersonName, lastName: PersonName, by }),
    run: ({ by, ...person }) =>
      db.write(async (tx) => {
        if ((await users.findByEmail(tx, person.email)) !== undefined)
          throw kitFault('invalid_request', `email: there is a user ${person.email}.`);
        return { userId: (await users.addUser(tx, person, by)).id };
      }),
  }),
  'give-role': controlCommand({
    body: z.strictObject({ user, role: GrantGiven, by }),
    run: ({ user, role, by }) =>
      db.write(async (tx) => {
        if ((await placeOfRole(tx, organisations, role)) === undefined)
          throw kitFault('invalid_request', `There is no ${role.scope} ${role.scopeId}.`);
        const grant = { right: role.role, ...scopeOf(role.scope, role.scopeId) };
        const { id, endedKeys } = await users.addGrant(tx, (await found(tx, users, user)).id, grant, by);
        return { roleId: id, endedKeys };
      }),
  }),
  'take-role': controlCommand({
    body: z.strictObject({ user, roleId: z.string().max(64) }),
    run: ({ user, roleId }) =>
      db.write(async (tx) => {
        const { id } = await found(tx, users, user);
        const grant = (await users.heldBy(tx, [id])).get(id)?.find((held) => held.id === roleId);
        if (grant === undefined) throw kitFault('invalid_request', `roleId: ${user} holds no ${roleId}.`);
        await users.takeGrant(tx, id, grant);
      }),
  }),
  'delete-user': controlCommand({
    body: z.strictObject({ user }),
    run: ({ user }) => db.write(async (tx) => users.remove(tx, (await found(tx, users, user)).id)),
  }),
});

const aboutKeys = ({ db, clock, users }: AboutKeys): Orders => ({
  'user-keys': controlCommand({
    body: z.strictObject({ user }),
    run: ({ user }) =>
      db.read(async (tx) => {
        const keys = await users.listKeys(tx, (await found(tx, users, user)).id);
        return { keys: (await namedBy(tx, keys, 'createdBy')).map(userKeyView) };
      }),
  }),
  'create-user-key': controlCommand({
    body: z.strictObject({ user, label, hours: z.number().positive().max(HOURS_MAX).optional(), by }),
    run: ({ user, label, hours, by }) =>
      db.write(async (tx) => {
        const end = hours === undefined ? {} : { expiresAt: clock.wallMs() + Hours(hours) };
        const { id, text } = await users.addKey(tx, (await found(tx, users, user)).id, { label, ...end }, by);
        return { keyId: id, key: text };
      }),
  }),
  'delete-user-key': controlCommand({
    body: z.strictObject({ user, keyId: z.uuid() }),
    run: ({ user, keyId }) => db.write(async (tx) => users.removeKey(tx, (await found(tx, users, user)).id, keyId)),
  }),
  'reset-user-keys': controlCommand({
    body: z.strictObject({ user, by }),
    run: ({ user, by }) =>
      db.write(async (tx) => {
        const { id, email } = await found(tx, users, user);
        const keys = await users.listKeys(tx, id);
        for (const key of keys) await users.removeKey(tx, id, key.id);
        const fresh = await users.addKey(tx, id, { label: 'reset' }, by);
        return { email, ended: keys.length, keyId: fresh.id, key: fresh.text };
      }),
  }),
});

const found = async (tx: Tx, users: Pick<UsersService, 'find'>, name: string): Promise<User> => {
  const known = await users.find(tx, name);
  if (known === undefined) throw kitFault('invalid_request', `user: there is no user ${name}.`);
  return known;
};
