import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import type { TopupInvoiceTable } from './billing.tables.ts';

export type TopupRow = Selectable<TopupInvoiceTable>;

export const topupInvoicesRepo = (tx: Tx) => ({
  /** Whether no other invoice has this reference. */
  insert: async (row: Insertable<TopupInvoiceTable>): Promise<boolean> => {
    const added = await tx
      .insertInto('topup_invoice')
      .values(row)
      .onConflict((on) => on.column('reference').doNothing())
      .returning('id')
      .executeTakeFirst();
    return added !== undefined;
  },
  find: (id: string): Promise<TopupRow | undefined> =>
    tx.selectFrom('topup_invoice').where('id', '=', id).selectAll().executeTakeFirst(),
  findByReference: (reference: string): Promise<TopupRow | undefined> =>
    tx.selectFrom('topup_invoice').where('reference', '=', reference).selectAll().executeTakeFirst(),
  newestOf: (ownerKey: OwnerKey, limit: number): Promise<TopupRow[]> =>
    tx
      .selectFrom('topup_invoice')
      .where('owner_key', '=', ownerKey)
      .orderBy('id', 'desc')
      .selectAll()
      .limit(limit)
      .execute(),
  countPending: async (ownerKey: OwnerKey): Promise<number> => {
    const pending = tx.selectFrom('topup_invoice').where('owner_key', '=', ownerKey).where('state', '=', 'pending');
    const { count } = await pending.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
    return Number(count);
  },
  /** The invoice, where this is what cancels it. */
  cancel: (id: string, at: number): Promise<TopupRow | undefined> =>
    tx
      .updateTable('topup_invoice')
      .set({ state: 'cancelled', cancelled_at: at })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .returningAll()
      .executeTakeFirst(),
  /** Whether this is what settles it: the first money of an invoice that is in this state. */
  settle: async (
    id: string,
    state: 'pending' | 'cancelled',
    paid: { readonly received_cents: number; readonly paid_at: number; readonly settled_at: number },
  ): Promise<boolean> => {
    const settled = await tx
      .updateTable('topup_invoice')
      .set({ ...paid, ...(state === 'pending' && { state: 'paid' as const }) })
      .where('id', '=', id)
      .where('state', '=', state)
      .where('settled_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return settled !== undefined;
  },
  setTransfer: (id: string, transferId: string): Promise<unknown> =>
    tx.updateTable('topup_invoice').set({ transfer_id: transferId }).where('id', '=', id).execute(),
});
