import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import type { TaxCustomerTable } from './invoices.tables.ts';

export const customersRepo = (tx: Tx) => ({
  find: (ownerKey: OwnerKey): Promise<Selectable<TaxCustomerTable> | undefined> =>
    tx.selectFrom('tax_customer').where('owner_key', '=', ownerKey).selectAll().executeTakeFirst(),
  put: ({ owner_key, ...row }: Insertable<TaxCustomerTable>): Promise<unknown> =>
    tx
      .insertInto('tax_customer')
      .values({ owner_key, ...row })
      .onConflict((on) => on.column('owner_key').doUpdateSet(row))
      .execute(),
});
