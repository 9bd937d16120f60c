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
  /** How many wait for a second person then, counted up to so many. */
  countPending: async (at: number, most: number): Promise<number> => {
    const { count } = await tx
      .selectFrom((eb) =>
        eb
          .selectFrom('billing_approval')
          .where('state', '=', 'pending')
          .where('ends_at', '>', at)
          .select('id')
          .limit(most)
          .as('some'),
      )
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
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
