import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isUniqueViolation } from '../../kit/db/errors.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { PlacedGrant } from './delegation-policy.ts';
import { createForeignKeys } from './foreign-keys.ts';
import { createInvitations } from './invitations.ts';
import { createPassingRights } from './passing-rights.ts';
import { lastingOf, type RoleGrant, type Where } from './roles.ts';
import { grantsWithKey } from './session-grants.ts';
import { createUserKeys, type NewUserKey } from './user-keys.ts';
import { createUserRoles } from './user-roles.ts';
import { createStanding } from './user-standing.ts';
import { type Places, usersRepo } from './users.repo.ts';

export interface UsersDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs' | 'after'>;
  readonly random: RandomBytes;
  /** A user is deleted, in the unit that does so: what others keep of them goes too. */
  readonly removed?: ((tx: Tx, userId: string) => Promise<unknown>) | undefined;
  /** They hold nothing any more, by the unit that says so. */
  readonly lastRightTaken?: ((tx: Tx, userId: string) => Promise<unknown>) | undefined;
  /** They hold less than before, likewise. */
  readonly rightTaken?: ((tx: Tx, userId: string) => Promise<unknown>) | undefined;
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
  readonly createdAt: number;
}

export interface NewUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber?: string | null;
}
/** Left out: stays. Null: is not known any more. */
export interface UserChange {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly phoneNumber?: string | null;
}

const SEARCH_LIMIT = 10;

/** Who works with the platform: users, what they hold, and the keys that they are recognised by. */
export const createUsersService = ({ db, clock, random, removed, lastRightTaken, rightTaken }: UsersDeps) => {
  const keys = createUserKeys({ db, clock, random });
  const roles = createUserRoles({ clock, random });
  const invitations = createInvitations({ clock, random });

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
  const findById = async (tx: Tx, id: string): Promise<User | undefined> => {
    const row = await usersRepo(tx).findUser(id);
    return row && userOf(row);
  };
  const findByEmail = async (tx: Tx, email: string): Promise<User | undefined> => {
    const row = await usersRepo(tx).findByEmail(email.toLowerCase());
    return row && userOf(row);
  };
  const heldOf = async (tx: Tx, userId: string): Promise<readonly PlacedGrant[]> =>
    (await roles.heldBy(tx, [userId])).get(userId) ?? [];
  const grantsOf = heldOf;
  const foreignKeys = createForeignKeys({ clock, grantsOf });

  const lessHeld = async (tx: Tx, userId: string): Promise<void> => {
    await rightTaken?.(tx, userId);
    if ((await grantsOf(tx, userId)).length === 0) await lastRightTaken?.(tx, userId);
  };

  return {
    ...invitations,
    ...createPassingRights({ db, clock, random, lessHeld }),
    addUser,
    /**
     * Giving what is held already changes nothing. Where it is more than others hold who made keys for this user, those keys
     * end: resolves with the id of the grant, and with theirs.
     */
    addGrant: async (tx: Tx, userId: string, grant: RoleGrant, by: string) => {
      await usersRepo(tx).lockUser(userId);
      const before = await heldOf(tx, userId);
      const id = await roles.give(tx, userId, grant, by);
      const given = (await heldOf(tx, userId)).find((held) => held.id === id);
      const isNew = given !== undefined && !before.some((held) => held.id === id);
      return { id, endedKeys: isNew ? await foreignKeys.endBeyond(tx, userId, given) : [] };
    },

    /** `withKey`: the one that it is asked for with. Throws a fault where somebody makes it for another who holds more than they do. */
    addKey: async (tx: Tx, userId: string, key: NewUserKey, by: string, withKey?: string) => {
      await usersRepo(tx).lockUser(userId);
      await foreignKeys.requireMayMake(tx, userId, { by, held: lastingOf(await heldOf(tx, userId)) });
      return keys.add(tx, userId, key, withKey === undefined ? by : await foreignKeys.makerWith(tx, by, withKey));
    },

    findById,
    findByEmail,
    grantsOf,
    heldBy: roles.heldBy,
    takeGrant: async (tx: Tx, userId: string, grant: Pick<PlacedGrant, 'id' | 'right'>): Promise<void> => {
      await roles.take(tx, userId, grant);
      await lessHeld(tx, userId);
    },
    standingOf: createStanding({ clock, heldBy: roles.heldBy }),

    /** By id or by e-mail, as paths name users. */
    find: async (tx: Tx, name: string): Promise<User | undefined> =>
      (await findById(tx, name)) ?? (await findByEmail(tx, name)),

    /** Those who hold something in reach (and in `among`), by id, after one. */
    list: async (
      tx: Tx,
      query: { reach: 'everywhere' | Places; among?: Places; after?: string | undefined; limit: number },
    ): Promise<User[]> => (await usersRepo(tx).listUsers({ ...query, after: query.after ?? '' })).map(userOf),

    /** Where those of these users are called who hold something in an organisation, by their ids. */
    phonesIn: async (tx: Tx, orgId: OrgId, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> =>
      new Map((await usersRepo(tx).holdersAmong(orgId, ids)).map(({ id, phone_number }) => [id, phone_number])),

    /** Up to `most` who hold something at a facility or in its organisation, each with all that they hold. */
    holdersAt: async (
      tx: Tx,
      where: Required<Where>,
      most: number,
    ): Promise<readonly { readonly user: User; readonly held: readonly PlacedGrant[] }[]> => {
      const found = (await usersRepo(tx).holdersAt(where, most)).map(userOf);
      const held = await roles.heldBy(
        tx,
        found.map(({ id }) => id),
      );
      return found.map((user) => ({ user, held: held.get(user.id) ?? [] }));
    },

    search: async (tx: Tx, reach: 'everywhere' | Places, text: string): Promise<User[]> =>
      (await usersRepo(tx).searchUsers({ reach, text, limit: SEARCH_LIMIT })).map(userOf),

    update: async (tx: Tx, id: string, { firstName, lastName, phoneNumber }: UserChange): Promise<void> => {
      const change = {
        ...(firstName !== undefined && { first_name: firstName }),
        ...(lastName !== undefined && { last_name: lastName }),
        ...(phoneNumber !== undefined && { phone_number: phoneNumber }),
      };
      if (Object.keys(change).length > 0) await usersRepo(tx).updateUser(id, change);
    },

    /** Keys and roles end with the user, at once. */
    remove: async (tx: Tx, id: string): Promise<void> => {
      const held = await grantsOf(tx, id);
      if (held.some(({ right }) => right === 'super-admin')) await roles.keepOneSuperAdmin(tx, id);
      await usersRepo(tx).deleteUser(id, clock.wallMs());
      revoked(tx, { kind: 'user', subject: id });
      await removed?.(tx, id);
    },

    listKeys: keys.list,
    lastSeen: keys.lastSeen,
    removeKey: keys.remove,
    endKey: keys.end,
    takeRoleAgain: roles.takeAgain,

    /** After a restore: unless nobody were super admin any more. Resolves with whether there was such a user. */
    removeAgain: async (tx: Tx, id: string): Promise<boolean> => {
      const user = await usersRepo(tx).findUser(id);
      if (user === undefined) return false;
      if ((await grantsOf(tx, id)).some(({ right }) => right === 'super-admin')) await roles.keepOneSuperAdmin(tx, id);
      await usersRepo(tx).deleteUser(id, clock.wallMs());
      return true;
    },
    recognise: keys.recognise,

    /** The user whose key this is. Read from the database each time: what is revoked counts no more at once. */
    authenticate: async (
      text: string,
    ): Promise<{ user: User; grants: readonly RoleGrant[]; keyId: string } | undefined> => {
      const key = await keys.findByText(text);
      if (key === undefined) return undefined;
      const held = await db.read((tx) => grantsOf(tx, key.id));
      return { user: userOf(key), grants: grantsWithKey(held), keyId: key.key_id };
    },

    /**
     * The first start: somebody who may do everything, with a key whose text is in the answer and nowhere else. `undefined`
     * where there is one already; of several processes that ask at once, one gets a key.
     */
    bootstrap: async (email: string): Promise<{ user: User; key: string } | undefined> => {
      const by = 'first start';
      const cameFirst = await db.read((tx) => roles.thereIsSuperAdmin(tx));
      if (cameFirst) return undefined;
      return db
        .write(async (tx) => {
          if (await roles.thereIsSuperAdmin(tx)) throw new CameSecond();
          const user =
            (await findByEmail(tx, email)) ?? (await addUser(tx, { email, firstName: 'First', lastName: 'Admin' }, by));
          if (!(await roles.giveFirst(tx, user.id, by))) throw new CameSecond();
          return { user, key: (await keys.add(tx, user.id, { label: by }, by)).text };
        })
        .catch((error: unknown) => {
          if (error instanceof CameSecond || isUniqueViolation(error)) return undefined;
          throw error;
        });
    },

    close: keys.close,
  };
};

/** Another process has made the first super admin: what this unit did is undone. */
class CameSecond extends Error {}

/** A user as a row has them. */
export const userOf = (row: {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone_number: string | null;
  created_at: number;
}): User => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  phoneNumber: row.phone_number,
  createdAt: row.created_at,
});
