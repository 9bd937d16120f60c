import { randomUUID } from 'node:crypto';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import { hashKeyText, keyMatches, keyPrefix, newKeyText } from '../../secrets/key-text.ts';
import type { Right, RoleGrant, ScopeKind } from './roles.ts';
import { usersRepo } from './users.repo.ts';

export interface UsersDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
}
export type UsersService = ReturnType<typeof createUsersService>;

export interface User {
  /** `usr_…` */
  readonly id: string;
  /** In lower case. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string | null;
}

export interface NewUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber?: string;
}

const KEY_KIND = 'ghk';

/** Who works with the platform: users, what they hold, and the keys that they are recognised by. */
export const createUsersService = ({ db, clock, random }: UsersDeps) => {
  const addUser = async (tx: Tx, { email, firstName, lastName, phoneNumber }: NewUser, by: string): Promise<User> => {
    const row = {
      id: randomId('usr', random),
      email: email.toLowerCase(),
      first_name: firstName,
      last_name: lastName,
      phone_number: phoneNumber ?? null,
      created_at: clock.wallMs(),
      created_by: by,
      deleted_at: null,
    };
    await usersRepo(tx).insertUser(row);
    return userOf(row);
  };
  const addGrant = (tx: Tx, userId: string, grant: RoleGrant, by: string): Promise<unknown> =>
    usersRepo(tx).insertGrant({
      id: randomId('rol', random),
      user_id: userId,
      role: grant.right,
      scope: grant.scope,
      scope_id: grant.scopeId,
      granted_by: by,
      granted_at: clock.wallMs(),
    });
  const addKey = async (tx: Tx, userId: string, label: string, by: string): Promise<{ id: string; text: string }> => {
    const text = newKeyText(KEY_KIND, random);
    const id = randomUUID();
    await usersRepo(tx).insertKey({
      id,
      user_id: userId,
      label,
      prefix: keyPrefix(KEY_KIND, text) ?? '',
      hash: hashKeyText(text),
      created_at: clock.wallMs(),
      created_by: by,
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
    });
    return { id, text };
  };

  return {
    addUser,
    addGrant,
    addKey,

    /** The user whose key this is. Read from the database each time: what is revoked counts no more at once. */
    authenticate: async (
      text: string,
    ): Promise<{ user: User; grants: readonly RoleGrant[]; keyId: string } | undefined> => {
      const prefix = keyPrefix(KEY_KIND, text);
      if (prefix === undefined) return undefined;
      return db.read(async (tx) => {
        const candidates = await usersRepo(tx).usableKeys(prefix, clock.wallMs());
        const key = candidates.find(({ hash }) => keyMatches(text, hash));
        if (key === undefined) return undefined;
        return { user: userOf(key), grants: await grantsOf(tx, key.id), keyId: key.key_id };
      });
    },

    findByEmail: async (tx: Tx, email: string): Promise<User | undefined> => {
      const row = await usersRepo(tx).findByEmail(email.toLowerCase());
      return row && userOf(row);
    },

    grantsOf,

    /** The first start: somebody who may do everything, with a key whose text is in the answer and nowhere else. `undefined` where there is one already. */
    bootstrap: (email: string): Promise<{ user: User; key: string } | undefined> =>
      db.write(async (tx) => {
        if ((await usersRepo(tx).holdersOf('super-admin')).length > 0) return undefined;
        const by = 'first start';
        const user = await addUser(tx, { email, firstName: 'First', lastName: 'Admin' }, by);
        await addGrant(tx, user.id, { right: 'super-admin', scope: 'platform', scopeId: '' }, by);
        return { user, key: (await addKey(tx, user.id, by, by)).text };
      }),
  };
};

const grantsOf = async (tx: Tx, userId: string): Promise<readonly RoleGrant[]> =>
  (await usersRepo(tx).grantsOf(userId)).map(({ role, scope, scope_id }) => ({
    right: role as Right,
    scope: scope as ScopeKind,
    scopeId: scope_id,
  }));

const userOf = (row: {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone_number: string | null;
}): User => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  phoneNumber: row.phone_number,
});
