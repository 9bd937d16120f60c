import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BoxClaimTable } from './boxes.tables.ts';

/** Boxes that show a code and wait for somebody to type it. */
export const claimsRepo = (tx: Tx) => ({
  /** A key shows one code at a time: a newer one replaces the older. Fails where another key shows the same. */
  put: (row: Insertable<BoxClaimTable>): Promise<unknown> =>
    tx
      .insertInto('box_claim')
      .values(row)
      .onConflict((c) =>
        c.column('public_key').doUpdateSet({
          box_id: row.box_id,
          code_mac: row.code_mac ?? null,
          code_hash: row.code_hash,
          network: row.network,
          expires_at: row.expires_at,
        }),
      )
      .execute(),

  prune: (now: number): Promise<unknown> => tx.deleteFrom('box_claim').where('expires_at', '<=', now).execute(),

  /** How many are open: altogether, of a network, and of this key. */
  count: async (network: string, publicKey: string): Promise<{ all: number; near: number; own: number }> => {
    const { all, near, own } = await tx
      .selectFrom('box_claim')
      .select((eb) => [
        eb.fn.countAll().as('all'),
        eb.fn.countAll().filterWhere('network', '=', network).as('near'),
        eb.fn.countAll().filterWhere('public_key', '=', publicKey).as('own'),
      ])
      .executeTakeFirstOrThrow();
    return { all: Number(all), near: Number(near), own: Number(own) };
  },

  byCode: (codeMac: string, now: number) =>
    tx
      .selectFrom('box_claim')
      .where('code_mac', '=', codeMac)
      .where('expires_at', '>', now)
      .select(['box_id', 'public_key'])
      .executeTakeFirst(),

  /** Those that cannot be found by their code. */
  hashed: (now: number) =>
    tx
      .selectFrom('box_claim')
      .where('code_mac', 'is', null)
      .where('expires_at', '>', now)
      .select(['box_id', 'public_key', 'code_hash'])
      .execute(),

  /** Takes the claim away. `undefined` when somebody else took it first. */
  take: (publicKey: string) =>
    tx
      .deleteFrom('box_claim')
      .where('public_key', '=', publicKey)
      .returning(['box_id', 'public_key'])
      .executeTakeFirst(),
});
