import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import type { FindBy } from '../../kit/http/resource.ts';
import { mayAdminister, type PlacedGrant, seesHeld, seesUser } from './delegation-policy.ts';
import { type Placed, type PlatformCaller, visibleScopes } from './platform-surface.ts';
import { holds, lastingOf } from './roles.ts';
import { usersFault } from './users.faults.ts';
import type { Places } from './users.repo.ts';
import type { User, UsersService } from './users.service.ts';

/** A user as a caller found them, with everything that they hold. */
export interface FoundUser {
  readonly user: User;
  readonly held: readonly PlacedGrant[];
}

/** The user of this id or e-mail, for who may know of them. */
export const findVisible = async (
  tx: Tx,
  users: Pick<UsersService, 'find' | 'heldBy'>,
  { caller, name }: { readonly caller: Pick<PlatformCaller, 'grants' | 'user'>; readonly name: string },
): Promise<FoundUser | undefined> => {
  const user = await users.find(tx, name);
  if (user === undefined) return undefined;
  const held = (await users.heldBy(tx, [user.id])).get(user.id) ?? [];
  return user.id === caller.user.id || seesUser(caller.grants, held) ? { user, held } : undefined;
};

/** The user that a path names. They hold something here and there: who works with people in one of these places knows of them. */
export const aUser = {
  find: async (
    { users }: { readonly users: Pick<UsersService, 'find' | 'heldBy'> },
    { params }: { readonly params: { readonly userId: string } },
    { tx, caller }: FindBy<PlatformCaller>,
  ): Promise<(FoundUser & Placed) | undefined> => {
    const found = await findVisible(tx, users, { caller, name: params.userId });
    return found && { ...found, at: null };
  },
  missing: () => usersFault('user_unknown', 'There is no such user.'),
};

/** Throws unless everything that the user holds could be the caller's to give, so that nobody gains by changing another. */
export const requireAdministers = (
  { grants }: Pick<PlatformCaller, 'grants'>,
  { held }: Pick<FoundUser, 'held'>,
): void => {
  if (!mayAdminister(grants, held)) throw kitFault('forbidden', 'This user holds more than you may give.');
};

/** Whether a caller may know how a user gets in: their own, those of who holds nothing that the caller could not give, and all for global admins. */
export const mayReadKeys = (
  { grants, user: caller }: Pick<PlatformCaller, 'grants' | 'user'>,
  { user, held }: FoundUser,
): boolean => user.id === caller.id || holds(grants, 'global-admin', {}) || mayAdminister(grants, held);

/** Where a caller works with people. */
export const peopleReach = (caller: Pick<PlatformCaller, 'grants'>): 'everywhere' | Places => {
  const [staff, iam] = [visibleScopes(caller, 'facility-staff'), visibleScopes(caller, 'iam')];
  if (staff === 'everywhere' || iam === 'everywhere') return 'everywhere';
  return {
    organisations: [...staff.organisations, ...iam.organisations],
    facilities: [...staff.facilities, ...iam.facilities],
  };
};

export const profileOf = ({ id, email, firstName, lastName, phoneNumber }: User) => ({
  userId: id,
  email,
  firstName,
  lastName,
  phoneNumber,
});

export const heldView = ({ id, right, scope, scopeId }: PlacedGrant) => ({
  roleId: id,
  role: right,
  scope,
  scopeId: scope === 'platform' ? null : scopeId,
});

/** As a list shows users: with what they hold where the caller may see it. */
export const listed = async (
  tx: Tx,
  users: Pick<UsersService, 'heldBy'>,
  { caller, found }: { readonly caller: Pick<PlatformCaller, 'grants' | 'user'>; readonly found: readonly User[] },
) => {
  const held = await users.heldBy(
    tx,
    found.map(({ id }) => id),
  );
  return found.map((user) => {
    const all = held.get(user.id) ?? [];
    const seen = all.filter(({ where }) => user.id === caller.user.id || seesHeld(caller.grants, where));
    return {
      ...profileOf(user),
      // Whoever gives somebody a role by their e-mail does not learn the number that they left elsewhere.
      phoneNumber: lastingOf(all).every((grant) => seen.includes(grant)) ? user.phoneNumber : null,
      createdAt: isoOf(user.createdAt),
      roles: seen.map(heldView),
    };
  });
};
