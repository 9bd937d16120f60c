import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import { loosePattern } from '../../kit/db/loose-pattern.ts';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tables } from '../../kit/db/tables.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type ByClock, byClock } from './passing-rights.repo.ts';
import { PASSING_RIGHTS, type Where } from './roles.ts';
import type { PlatformUserTable, RoleGrantTable } from './users.tables.ts';

/** Places by id: of a list, those who hold something in one of them. */
export interface Places {
  readonly organisations: readonly OrgId[];
  readonly facilities: readonly FacilityId[];
}
type Reach = 'everywhere' | Places;

/** With the organisation, where the grant is held at a facility. Those that stand at this time. */
const placedGrants = (tx: Tx, { now, latestSeen }: ByClock) =>
  tx
    .selectFrom('role_grant as held')
    .leftJoin('facility', (join) => join.onRef('facility.id', '=', 'held.scope_id').on('held.scope', '=', 'facility'))
    .where((eb) =>
      eb.or([
        eb('held.ends_at', 'is', null),
        eb.and([eb('held.ends_at', '>', now), eb('held.seen_at', '<=', latestSeen)]),
      ]),
    )
    .selectAll('held')
    .select('facility.org_id')
    .orderBy('held.id');
/** Asked with every request of a user. */
const grantsOfOne = prepared((tx, { userId, ...clock }: ByClock & { readonly userId: string }) =>
  placedGrants(tx, clock).where('held.user_id', '=', userId),
);

/** So many are looked at again here: engines lower different letters. */
const CANDIDATES_MAX = 1_000;

export const usersRepo = (tx: Tx) => ({
  insertUser: (row: Insertable<PlatformUserTable>): Promise<unknown> =>
    tx.insertInto('platform_user').values(row).execute(),

  findUser: (id: string) => present(tx).where('id', '=', id).executeTakeFirst(),

  findByEmail: (email: string) => present(tx).where('email', '=', email).executeTakeFirst(),

  updateUser: (id: string, change: Partial<Pick<PlatformUserTable, 'first_name' | 'last_name' | 'phone_number'>>) =>
    tx.updateTable('platform_user').set(change).where('id', '=', id).execute(),

  /** The address is free again: somebody else may come with it. */
  deleteUser: async (id: string, at: number): Promise<void> => {
    await tx.deleteFrom('role_grant').where('user_id', '=', id).execute();
    await tx.deleteFrom('role_invitation').where('user_id', '=', id).execute();
    await tx
      .updateTable('user_key')
      .set({ revoked_at: at })
      .where('user_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
    await tx
      .updateTable('platform_user')
      .set(({ ref }) => ({ deleted_at: at, email: sql<string>`${ref('id')} || ' ' || ${ref('email')}` }))
      .where('id', '=', id)
      .execute();
  },

  /** By id, those after one, who hold something in reach; and in `among`, where that is given. */
  listUsers: (query: { reach: Reach; among?: Places; after: string; limit: number }) =>
    present(tx)
      .where('id', '>', query.after)
      .where((eb) => holdsSomething(eb, query.reach))
      .where((eb) => holdsSomething(eb, query.among ?? 'everywhere'))
      .orderBy('id')
      .limit(query.limit)
      .execute(),

  /** Those of these who hold something in an organisation. */
  holdersAmong: (orgId: OrgId, ids: readonly string[]) =>
    ids.length === 0
      ? Promise.resolve([])
      : present(tx)
          .where('id', 'in', [...ids])
          .where((eb) => holdsSomething(eb, { organisations: [orgId], facilities: [] }))
          .execute(),

  /** Who holds something at a facility or in its organisation, by id. */
  holdersAt: ({ organisationId, facilityId }: Required<Where>, limit: number) =>
    present(tx)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('role_grant as held')
          .where((held) =>
            held.or([
              held.and([held('held.scope', '=', 'organisation'), held('held.scope_id', '=', organisationId)]),
              held.and([held('held.scope', '=', 'facility'), held('held.scope_id', '=', facilityId)]),
            ]),
          )
          .select('held.user_id'),
      )
      .orderBy('id')
      .limit(limit)
      .execute(),

  /** Those with this in e-mail or name, whatever the capitals, by e-mail. */
  searchUsers: async ({ reach, text, limit }: { reach: Reach; text: string; limit: number }) => {
    const lower = text.toLowerCase();
    const pattern = loosePattern(lower);
    const maybe = await present(tx)
      .where(({ or, ref }) =>
        or([
          sql<boolean>`${ref('email')} like ${pattern}`,
          sql<boolean>`lower(${ref('first_name')} || ' ' || ${ref('last_name')}) like ${pattern}`,
        ]),
      )
      .where((eb) => holdsSomething(eb, reach))
      .orderBy('email')
      .limit(CANDIDATES_MAX)
      .execute();
    const has = (row: (typeof maybe)[number]) =>
      [row.email, `${row.first_name} ${row.last_name}`].some((name) => name.toLowerCase().includes(lower));
    return maybe.filter(has).slice(0, limit);
  },

  /** Whoever gives this user a role or makes them a key waits until this unit ends. */
  lockUser: (id: string): Promise<unknown> =>
    tx
      .updateTable('platform_user')
      .set(({ ref }) => ({ created_at: ref('created_at') }))
      .where('id', '=', id)
      .execute(),

  /** The id of the grant, whether it is new or was held already. */
  insertGrant: async (row: Insertable<RoleGrantTable>): Promise<string> => {
    await tx
      .insertInto('role_grant')
      .values(row)
      .onConflict((c) => c.columns(['user_id', 'role', 'scope', 'scope_id']).doNothing())
      .execute();
    const { user_id, role, scope, scope_id } = row;
    const held = await tx
      .selectFrom('role_grant')
      .where('user_id', '=', user_id)
      .where('role', '=', role)
      .where('scope', '=', scope)
      .where('scope_id', '=', scope_id)
      .select('id')
      .executeTakeFirstOrThrow();
    return held.id;
  },

  /** Whether this was the first to come with this id. */
  claimGrant: async (row: Insertable<RoleGrantTable>): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('role_grant')
      .values(row)
      .onConflict((c) => c.column('id').doNothing())
      .executeTakeFirstOrThrow();
    return Number(numInsertedOrUpdatedRows) > 0;
  },

  deleteGrant: (id: string): Promise<unknown> => tx.deleteFrom('role_grant').where('id', '=', id).execute(),

  grantsOf: (userIds: readonly string[], now: number) => {
    const [userId, ...others] = userIds;
    if (userId !== undefined && others.length === 0) return grantsOfOne(tx, { userId, ...byClock(now) });
    return placedGrants(tx, byClock(now))
      .where('held.user_id', 'in', [...userIds])
      .execute();
  },

  holdersOf: (role: string) =>
    tx
      .selectFrom('role_grant')
      .innerJoin('platform_user as holder', 'holder.id', 'role_grant.user_id')
      .where('role_grant.role', '=', role)
      .where('holder.deleted_at', 'is', null)
      .select('holder.id')
      .limit(2)
      .execute(),

  /** Whoever else would take one of these away waits until this unit ends. */
  lockHoldersOf: (role: string): Promise<unknown> =>
    tx
      .updateTable('role_grant')
      .set(({ ref }) => ({ granted_at: ref('granted_at') }))
      .where('role', '=', role)
      .execute(),
});

const present = (tx: Tx) => tx.selectFrom('platform_user').where('deleted_at', 'is', null).selectAll();

const holdsSomething = (eb: ExpressionBuilder<Tables, 'platform_user'>, reach: Reach) => {
  if (reach === 'everywhere') return eb.lit(true);
  const { organisations, facilities } = reach;
  return eb.exists(
    eb
      .selectFrom('role_grant as held')
      .leftJoin('facility', (join) => join.onRef('facility.id', '=', 'held.scope_id').on('held.scope', '=', 'facility'))
      .whereRef('held.user_id', '=', 'platform_user.id')
      .where('held.role', 'not in', [...PASSING_RIGHTS])
      .where((held) =>
        held.or([
          held.and([
            held('held.scope', '=', 'organisation'),
            among(organisations, (ids) => held('held.scope_id', 'in', ids)),
          ]),
          held.and([held('held.scope', '=', 'facility'), among(facilities, (ids) => held('held.scope_id', 'in', ids))]),
          among(organisations, (ids) => held('facility.org_id', 'in', ids)),
        ]),
      )
      .select('held.id'),
  );
};

/** A list that is empty has nobody in it, and is no SQL. */
const among = <Id extends string, E>(ids: readonly Id[], within: (ids: Id[]) => E) =>
  ids.length === 0 ? sql<boolean>`1 = 0` : within([...ids]);
