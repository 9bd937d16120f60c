import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BillingApprovalTable } from './billing.tables.ts';

export type ApprovalRow = Selectable<BillingApprovalTable>;

export const approvalsRepo = (tx: Tx) => ({
  insert: (row: Insertable<BillingApprovalTable>): Promise<unknown> =>
    tx.insertInto('billing_approval').values(row).execute(),
  find: (id: string): Promise<ApprovalRow | undefined> =>
    tx.selectFrom('billing_approval').where('id', '=', id).selectAll().executeTakeFirst(),
  /** The newest first. */
  page: (
    state: ApprovalRow['state'] | undefined,
    before: string | undefined,
    limit: number,
  ): Promise<ApprovalRow[]> => {
    let rows = tx.selectFrom('billing_approval').selectAll().orderBy('id', 'desc').limit(limit);
    if (state !== undefined) rows = rows.where('state', '=', state);
    if (before !== undefined) rows = rows.where('id', '<', before);
    return rows.execute();
  },
  /** The approval, where this is what decides it. */
  decide: (
    id: string,
    state: 'approved' | 'refused',
    { by, at }: { readonly by: string; readonly at: number },
  ): Promise<ApprovalRow | undefined> =>
    tx
      .updateTable('billing_approval')
      .set({ state, decided_by: by, decided_at: at })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where('ends_at', '>', at)
      .returningAll()
      .executeTakeFirst(),
  setTransfer: (id: string, transferId: string): Promise<unknown> =>
    tx.updateTable('billing_approval').set({ transfer_id: transferId }).where('id', '=', id).execute(),
});
