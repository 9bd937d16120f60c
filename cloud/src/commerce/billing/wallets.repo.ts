import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnerKey } from '../ledger/owner-key.ts';
import type { BillingWalletTable, WalletAdjustmentTable } from './billing.tables.ts';

export type WalletRow = Selectable<BillingWalletTable>;

export const walletsRepo = (tx: Tx) => ({
  find: (ownerKey: string): Promise<WalletRow | undefined> =>
    tx.selectFrom('billing_wallet').where('owner_key', '=', ownerKey).selectAll().executeTakeFirst(),
  findAll: (ownerKeys: readonly string[]): Promise<WalletRow[]> =>
    tx.selectFrom('billing_wallet').where('owner_key', 'in', ownerKeys).selectAll().execute(),
  /** Owners whose wallets are low or used up, so many after one. */
  lowAfter: async (ownerKey: string, limit: number): Promise<OwnerKey[]> => {
    const rows = await tx
      .selectFrom('billing_wallet')
      .select('owner_key')
      .where('owner_key', '>', ownerKey)
      .where(({ or, eb }) => or([eb('low_at', 'is not', null), eb('depleted_at', 'is not', null)]))
      .orderBy('owner_key')
      .limit(limit)
      .execute();
    return rows.map(({ owner_key }) => owner_key as OwnerKey);
  },
  put: (row: WalletRow): Promise<unknown> => {
    const { owner_key: _key, ...markers } = row;
    return tx
      .insertInto('billing_wallet')
      .values(row)
      .onConflict((on) => on.column('owner_key').doUpdateSet(markers))
      .execute();
  },
  addAdjustment: (row: Insertable<WalletAdjustmentTable>): Promise<unknown> =>
    tx.insertInto('wallet_adjustment').values(row).execute(),
  notesOf: async (transferIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    if (transferIds.length === 0) return new Map();
    const rows = await tx
      .selectFrom('wallet_adjustment')
      .where('transfer_id', 'in', transferIds)
      .select(['transfer_id', 'note'])
      .execute();
    return new Map(rows.map(({ transfer_id, note }) => [transfer_id, note]));
  },
});
