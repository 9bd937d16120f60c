import type { Insertable } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { UserKeyTable } from './users.tables.ts';

const usableKeys = prepared((tx, { prefix, now }: { prefix: string; now: number }) =>
  tx
    .selectFrom('user_key as key')
    .innerJoin('platform_user as holder', 'holder.id', 'key.user_id')
    .where('key.prefix', '=', prefix)
    .where('key.revoked_at', 'is', null)
    .where('holder.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('key.expires_at', 'is', null), eb('key.expires_at', '>', now)]))
    .select(['key.id as key_id', 'key.hash'])
    .selectAll('holder'),
);

export const userKeysRepo = (tx: Tx) => ({
  insert: (row: Insertable<UserKeyTable>): Promise<unknown> => tx.insertInto('user_key').values(row).execute(),

  /** The usable keys with this prefix, each with its user. */
  usable: (prefix: string, now: number) => usableKeys(tx, { prefix, now }),

  /** The usable keys of many users. */
  usableOf: (userIds: readonly string[], now: number) =>
    tx
      .selectFrom('user_key as key')
      .innerJoin('platform_user as holder', 'holder.id', 'key.user_id')
      .where('key.user_id', 'in', [...userIds])
      .where('key.revoked_at', 'is', null)
      .where('holder.deleted_at', 'is', null)
      .where((eb) => eb.or([eb('key.expires_at', 'is', null), eb('key.expires_at', '>', now)]))
      .select(['key.id', 'key.user_id'])
      .execute(),

  /** Those that have ended too: nobody gets in by this. */
  every: (prefix: string) =>
    tx.selectFrom('user_key').where('prefix', '=', prefix).select(['id', 'user_id', 'hash']).execute(),

  /** Those that nobody has deleted, the newest first. */
  list: (userId: string) =>
    tx
      .selectFrom('user_key')
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .select(['id', 'label', 'prefix', 'created_at', 'created_by', 'last_used_at', 'expires_at'])
      .execute(),

  /** When one of them was last used, those that have ended too. */
  lastUsed: async (userId: string): Promise<number | null> => {
    const { at } = await tx
      .selectFrom('user_key')
      .where('user_id', '=', userId)
      .select(({ fn }) => fn.max('last_used_at').as('at'))
      .executeTakeFirstOrThrow();
    return at === null ? null : Number(at);
  },

  /** Those that somebody else made, and nobody has deleted. */
  madeByOthers: (userId: string) =>
    tx
      .selectFrom('user_key')
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('created_by', '!=', `user:${userId}`)
      .orderBy('id')
      .select(['id', 'created_by'])
      .execute(),

  /** Who made a key that nobody has deleted. */
  makerOf: async (keyId: string): Promise<string | undefined> => {
    const key = await tx
      .selectFrom('user_key')
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null)
      .select('created_by')
      .executeTakeFirst();
    return key?.created_by;
  },

  count: async (userId: string): Promise<number> => {
    const { keys } = await tx
      .selectFrom('user_key')
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .select(({ fn }) => fn.countAll().as('keys'))
      .executeTakeFirstOrThrow();
    return Number(keys);
  },

  /** Whether the user had such a key. */
  revoke: async (userId: string, keyId: string, at: number): Promise<boolean> => {
    const { numUpdatedRows } = await tx
      .updateTable('user_key')
      .set({ revoked_at: at })
      .where('id', '=', keyId)
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },

  revokeExpired: (userId: string, at: number): Promise<unknown> =>
    tx
      .updateTable('user_key')
      .set({ revoked_at: at })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '<=', at)
      .execute(),

  touch: (keyId: string, at: number): Promise<unknown> =>
    tx
      .updateTable('user_key')
      .set({ last_used_at: at })
      .where('id', '=', keyId)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
      .execute(),
});
