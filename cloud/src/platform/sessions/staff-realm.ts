import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type Desk, grantsInSession } from '../users/platform-surface.ts';
import { type RoleGrant, type User, type UsersService, userOf } from '../users/users.module.ts';
import { SIGN_IN_CODE } from './code-mail.ts';
import type { SessionRealm } from './session-store.ts';
import { sessionsRepo } from './sessions.repo.ts';
import type { CodeRealm } from './sign-in-codes.ts';
import type { LinkRealm } from './sign-in-links.ts';

/** In all, however busy. */
export const WHOLE = Hours(12);
export const SEND_CODE = 'sessions.send-code';
const REALM = 'staff';

/** Sessions of users: those who hold nothing any more have none. */
export const staffSessions = (
  users: Pick<UsersService, 'grantsOf'>,
  /** The desk of this id; undefined once it is none any more. */
  findDesk: (tx: Tx, deskId: string) => Promise<Desk | undefined>,
): SessionRealm<{ readonly user: User; readonly grants: readonly RoleGrant[] }> => ({
  realm: REALM,
  whole: WHOLE,
  holderOf: async (tx, hash) => {
    const row = await sessionsRepo(tx).ofStaff(hash);
    if (row === undefined) return undefined;
    const held = await users.grantsOf(tx, row.id);
    const desk = row.desk_id === null ? undefined : await findDesk(tx, row.desk_id);
    if (row.desk_id !== null && desk === undefined) return undefined;
    const grants = grantsInSession(held, { desk, organisationId: row.organisation_id });
    return grants.length === 0 ? undefined : { row, holder: { user: userOf(row), grants }, desk };
  },
  nameOf: async (_tx, userId) => ({ actor: `user:${userId}`, tenant: `user:${userId}` }),
});

/** Links for users; nobody who was deleted or holds nothing any more comes in by one. */
export const staffLinks = (users: Pick<UsersService, 'findById' | 'grantsOf'>): LinkRealm<User> => ({
  realm: REALM,
  find: async (tx, userId) =>
    (await users.grantsOf(tx, userId)).length === 0 ? undefined : users.findById(tx, userId),
});

/** Codes for users, who are named by their address. */
export const staffCodes = ({
  users,
  random,
  consoleUrl,
}: {
  readonly users: Pick<UsersService, 'findByEmail' | 'findById' | 'grantsOf'>;
  readonly random: RandomBytes;
  readonly consoleUrl: () => string;
}): CodeRealm<{ readonly email: string }, User> => ({
  realm: REALM,
  job: SEND_CODE,
  namesOf: ({ email }) => [email.toLowerCase()],
  find: async (tx: Tx, { email }) => {
    const user = await users.findByEmail(tx, email);
    const grants = await users.grantsOf(tx, user?.id ?? '');
    return grants.length === 0 ? undefined : user;
  },
  findById: users.findById,
  idOfNobody: () => randomId('usr', random),
  mail: ({ email, firstName }, code) => ({
    kind: SIGN_IN_CODE,
    to: email,
    values: { name: firstName, code, where: consoleUrl() },
  }),
});
