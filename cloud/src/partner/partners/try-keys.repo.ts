import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** Keys that were made in a session of the console, and end with it. */
export const tryKeysRepo = (tx: Tx) => ({
  /** Those that were made since then, ended ones too, the oldest first. */
  madeSince: (partnerId: PartnerId, at: number) =>
    tx
      .selectFrom('partner_key')
      .where('partner_id', '=', partnerId)
      .where('session_id', 'is not', null)
      .where('created_at', '>', at)
      .select(['id', 'session_id', 'expires_at', 'revoked_at'])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  /** Forgets those that were made before then: they ended long ago. */
  removeBefore: async (partnerId: PartnerId, at: number): Promise<void> => {
    const old = await tx
      .selectFrom('partner_key')
      .where('partner_id', '=', partnerId)
      .where('session_id', 'is not', null)
      .where('created_at', '<', at)
      .select('id')
      .execute();
    const ids = old.map(({ id }) => id);
    if (ids.length === 0) return;
    await tx.deleteFrom('partner_key_organisation').where('key_id', 'in', ids).execute();
    await tx.deleteFrom('partner_key').where('id', 'in', ids).execute();
  },
});
