import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { PlacedGrant } from './delegation-policy.ts';
import { lastingOf, type Right, type RoleGrant, type ScopeKind, scopeOf } from './roles.ts';
import { usersFault } from './users.faults.ts';
import { usersRepo } from './users.repo.ts';

const ROLES_MAX = 100;
const SUPER_ADMIN = 'super-admin';
/** The id of the grant that the first start makes: of several processes that start at once, one comes first. */
const FIRST_GRANT = 'rol_first';

/** What users hold: given, taken, looked up. Who may do so is asked before. */
export const createUserRoles = ({
  clock,
  random,
}: {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
}) => {
  const rowOf = (id: string, userId: string, { right, scope, scopeId }: RoleGrant, by: string) => ({
    id,
    user_id: userId,
    role: right,
    scope,
    scope_id: scopeId,
    granted_by: by,
    granted_at: clock.wallMs(),
  });

  const heldOf = async (tx: Tx, userId: string): Promise<readonly PlacedGrant[]> =>
    (await usersRepo(tx).grantsOf([userId], clock.wallMs())).map(placed);

  /** Throws unless somebody else holds it too. To be called before it is taken away: the unit keeps others from doing the same. */
  const keepOneSuperAdmin = async (tx: Tx, userId: string): Promise<void> => {
    await usersRepo(tx).lockHoldersOf(SUPER_ADMIN);
    const holders = await usersRepo(tx).holdersOf(SUPER_ADMIN);
    if (!holders.some(({ id }) => id !== userId))
      throw usersFault('last_super_admin', 'Nobody else is super admin: make somebody so first.');
  };

  return {
    /** Giving what is held already changes nothing. Resolves with the id. */
    give: async (tx: Tx, userId: string, grant: RoleGrant, by: string): Promise<string> => {
      const id = await usersRepo(tx).insertGrant(rowOf(randomId('rol', random), userId, grant, by));
      if (lastingOf(await heldOf(tx, userId)).length > ROLES_MAX)
        throw usersFault('user_full', `A user holds at most ${ROLES_MAX} roles.`);
      return id;
    },

    /** Whether this process was the first to make somebody super admin. */
    giveFirst: (tx: Tx, userId: string, by: string): Promise<boolean> =>
      usersRepo(tx).claimGrant(rowOf(FIRST_GRANT, userId, { right: SUPER_ADMIN, scope: 'platform', scopeId: '' }, by)),

    thereIsSuperAdmin: async (tx: Tx): Promise<boolean> => (await usersRepo(tx).holdersOf(SUPER_ADMIN)).length > 0,

    take: async (tx: Tx, userId: string, grant: Pick<PlacedGrant, 'id' | 'right'>): Promise<void> => {
      if (grant.right === SUPER_ADMIN) await keepOneSuperAdmin(tx, userId);
      await usersRepo(tx).deleteGrant(grant.id);
      revoked(tx, { kind: 'role', subject: grant.id, value: [userId] });
    },

    /** After a restore: unless nobody were super admin any more. Resolves with whether it was held. */
    takeAgain: async (tx: Tx, userId: string, id: string): Promise<boolean> => {
      const held = (await heldOf(tx, userId)).find((grant) => grant.id === id);
      if (held === undefined) return false;
      if (held.right === SUPER_ADMIN) await keepOneSuperAdmin(tx, userId);
      await usersRepo(tx).deleteGrant(id);
      return true;
    },

    keepOneSuperAdmin,

    /** With the place of each, by user. */
    heldBy: async (tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, readonly PlacedGrant[]>> => {
      const byUser = new Map<string, PlacedGrant[]>(userIds.map((id) => [id, []]));
      if (userIds.length === 0) return byUser;
      for (const row of await usersRepo(tx).grantsOf(userIds, clock.wallMs()))
        byUser.get(row.user_id)?.push(placed(row));
      return byUser;
    },
  };
};

const placed = (row: {
  id: string;
  role: string;
  scope: ScopeKind;
  scope_id: string;
  org_id: OrgId | null;
  ends_at: number | null;
}): PlacedGrant => {
  const at = scopeOf(row.scope, row.scope_id);
  return {
    id: row.id,
    right: row.role as Right,
    ...(row.ends_at !== null && { endsAt: Number(row.ends_at) }),
    ...at,
    where:
      at.scope === 'platform'
        ? {}
        : at.scope === 'organisation'
          ? { organisationId: at.scopeId }
          : { facilityId: at.scopeId, ...(row.org_id !== null && { organisationId: row.org_id }) },
  };
};
