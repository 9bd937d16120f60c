import type { Insertable } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** A bearer token of the unified API. Its text is kept nowhere. */
export interface UnifiedTokenTable {
  /** SHA-256 of the token, hex. */
  hash: string;
  key_id: string;
  /** Words between spaces: acts, and the places that it is narrowed to. */
  scope: string;
  created_at: number;
  ends_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    unified_token: UnifiedTokenTable;
  }
}

/** Tokens that have not ended, nor their keys, nor their users. */
const unended = (tx: Tx, now: number) =>
  tx
    .selectFrom('unified_token as token')
    .innerJoin('user_key as key', 'key.id', 'token.key_id')
    .innerJoin('platform_user as holder', 'holder.id', 'key.user_id')
    .where('token.ends_at', '>', now)
    .where('key.revoked_at', 'is', null)
    .where('holder.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('key.expires_at', 'is', null), eb('key.expires_at', '>', now)]));

const standing = (tx: Tx, { hashes, now }: { readonly hashes: readonly string[]; readonly now: number }) =>
  unended(tx, now).where('token.hash', 'in', hashes).select('token.hash').execute();

/** Asked with every request. */
const holderOf = prepared((tx, { hash, now }: { hash: string; now: number }) =>
  unended(tx, now)
    .where('token.hash', '=', hash)
    .select(['token.key_id', 'token.scope', 'token.ends_at'])
    .selectAll('holder'),
);

export const tokensRepo = (tx: Tx) => ({
  insert: (row: Insertable<UnifiedTokenTable>): Promise<unknown> =>
    tx.insertInto('unified_token').values(row).execute(),

  holder: async (hash: string, now: number) => (await holderOf(tx, { hash, now }))[0],

  /** Those of them that somebody could still call with. */
  standing: async (hashes: readonly string[], now: number): Promise<ReadonlySet<string>> =>
    new Set((await standing(tx, { hashes, now })).map(({ hash }) => hash)),

  /** Whose it is or was, until it is forgotten. */
  ownerOf: (hash: string) =>
    tx
      .selectFrom('unified_token as token')
      .innerJoin('user_key as key', 'key.id', 'token.key_id')
      .where('token.hash', '=', hash)
      .select(['key.id as key_id', 'key.user_id'])
      .executeTakeFirst(),

  /** Whether the user had such a token. */
  remove: async (userId: string, hash: string): Promise<boolean> => {
    const { numDeletedRows } = await tx
      .deleteFrom('unified_token')
      .where('hash', '=', hash)
      .where('key_id', 'in', tx.selectFrom('user_key').where('user_id', '=', userId).select('id'))
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },

  removeEndedBefore: async (at: number, limit: number): Promise<number> => {
    const ended = tx.selectFrom('unified_token').where('ends_at', '<', at).select('hash').limit(limit);
    const { numDeletedRows } = await tx
      .deleteFrom('unified_token')
      .where('hash', 'in', ended)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  },
});
