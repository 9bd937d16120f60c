import type { Insertable } from 'kysely';
import type { Tx } from '../../db/unit-of-work.ts';
import type { PlatformUserTable, RoleGrantTable, UserKeyTable } from './users.tables.ts';

export const usersRepo = (tx: Tx) => ({
  insertUser: (row: Insertable<PlatformUserTable>): Promise<unknown> =>
    tx.insertInto('platform_user').values(row).execute(),

  findUser: (id: string) =>
    tx.selectFrom('platform_user').where('id', '=', id).where('deleted_at', 'is', null).selectAll().executeTakeFirst(),

  findByEmail: (email: string) =>
    tx
      .selectFrom('platform_user')
      .where('email', '=', email)
      .where('deleted_at', 'is', null)
      .selectAll()
      .executeTakeFirst(),

  /** Holding the right again is no second grant. */
  insertGrant: (row: Insertable<RoleGrantTable>): Promise<unknown> =>
    tx
      .insertInto('role_grant')
      .values(row)
      .onConflict((c) => c.columns(['user_id', 'role', 'scope', 'scope_id']).doNothing())
      .execute(),

  grantsOf: (userId: string) =>
    tx.selectFrom('role_grant').where('user_id', '=', userId).selectAll().orderBy('id').execute(),

  holdersOf: (role: string) =>
    tx
      .selectFrom('role_grant')
      .innerJoin('platform_user as holder', 'holder.id', 'role_grant.user_id')
      .where('role_grant.role', '=', role)
      .where('holder.deleted_at', 'is', null)
      .select('holder.id')
      .limit(1)
      .execute(),

  insertKey: (row: Insertable<UserKeyTable>): Promise<unknown> => tx.insertInto('user_key').values(row).execute(),

  /** The usable keys with this prefix, each with its user. */
  usableKeys: (prefix: string, now: number) =>
    tx
      .selectFrom('user_key as key')
      .innerJoin('platform_user as holder', 'holder.id', 'key.user_id')
      .where('key.prefix', '=', prefix)
      .where('key.revoked_at', 'is', null)
      .where('holder.deleted_at', 'is', null)
      .where((eb) => eb.or([eb('key.expires_at', 'is', null), eb('key.expires_at', '>', now)]))
      .select(['key.id as key_id', 'key.hash'])
      .selectAll('holder')
      .execute(),
});
