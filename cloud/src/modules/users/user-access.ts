import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Tx } from '../../db/unit-of-work.ts';
import { kitFault } from '../../http/kit-faults.ts';
import { mayAdminister, type PlacedGrant, seesHeld, seesUser } from './giving.ts';
import { type PlatformCaller, reachOf } from './platform-surface.ts';
import { usersFault } from './users.faults.ts';
import type { Places } from './users.repo.ts';
import type { User, UsersService } from './users.service.ts';

/** A user as a caller found them, with everything that they hold. */
export interface FoundUser {
  readonly user: User;
  readonly held: readonly PlacedGrant[];
}

/** Throws the same for whom there is not and for whom the caller cannot see. */
export const findVisible = async (
  tx: Tx,
  users: Pick<UsersService, 'find' | 'heldBy'>,
  { caller, name }: { readonly caller: Pick<PlatformCaller, 'grants' | 'user'>; readonly name: string },
): Promise<FoundUser> => {
  const user = await users.find(tx, name);
  const held = user && ((await users.heldBy(tx, [user.id])).get(user.id) ?? []);
  const visible = user !== undefined && (user.id === caller.user.id || seesUser(caller.grants, held ?? []));
  if (!visible) throw usersFault('user_unknown', 'There is no such user.');
  return { user, held: held ?? [] };
};

/** Throws unless everything that the user holds could be the caller's to give, so that nobody gains by changing another. */
export const requireAdministers = (
  { grants }: Pick<PlatformCaller, 'grants'>,
  { held }: Pick<FoundUser, 'held'>,
): void => {
  if (!mayAdminister(grants, held)) throw kitFault('forbidden', 'This user holds more than you may give.');
};

/** Where a caller works with people. */
export const peopleReach = (caller: Pick<PlatformCaller, 'grants'>): 'everywhere' | Places => {
  const [staff, iam] = [reachOf(caller, 'facility-staff'), reachOf(caller, 'iam')];
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
      phoneNumber: seen.length === all.length ? user.phoneNumber : null,
      createdAt: isoOf(user.createdAt),
      roles: seen.map(heldView),
    };
  });
};
