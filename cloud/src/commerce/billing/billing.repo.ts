import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BillingProfileTable } from './billing.tables.ts';

export type ProfileRow = Selectable<BillingProfileTable>;

export const billingRepo = (tx: Tx) => ({
  find: (ownerKey: string): Promise<ProfileRow | undefined> =>
    tx.selectFrom('billing_profile').where('owner_key', '=', ownerKey).selectAll().executeTakeFirst(),
  findAll: (ownerKeys: readonly string[]): Promise<ProfileRow[]> =>
    tx.selectFrom('billing_profile').where('owner_key', 'in', ownerKeys).selectAll().execute(),
  page: (after: string, limit: number): Promise<ProfileRow[]> =>
    tx
      .selectFrom('billing_profile')
      .where('owner_key', '>', after)
      .orderBy('owner_key')
      .selectAll()
      .limit(limit)
      .execute(),
  put: (row: Insertable<BillingProfileTable>): Promise<unknown> => {
    const { owner_key: _key, ...changed } = row;
    return tx
      .insertInto('billing_profile')
      .values(row)
      .onConflict((on) => on.column('owner_key').doUpdateSet(changed))
      .execute();
  },
  remove: async (ownerKey: string): Promise<boolean> => {
    const gone = tx.deleteFrom('billing_profile').where('owner_key', '=', ownerKey).returning('owner_key');
    return (await gone.executeTakeFirst()) !== undefined;
  },
});
