import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnerKey } from '../ledger/owner-key.ts';
import type { MonthlyRecordTable } from './monthly-records.tables.ts';

export type RecordRow = Selectable<MonthlyRecordTable>;
/** Where a page begins: after this record. */
export interface RecordPosition {
  readonly month: string;
  readonly id: string;
}

export const monthlyRecordsRepo = (tx: Tx) => {
  /** Of an organisation, or all. */
  const of = (orgId: OrgId | undefined) => {
    const all = tx.selectFrom('monthly_record');
    return orgId === undefined ? all : all.where('org_id', '=', orgId);
  };
  return {
    /** Resolves with whether the payer had none of that month and way of paying. */
    add: async (row: Insertable<MonthlyRecordTable>): Promise<boolean> => {
      const added = await tx
        .insertInto('monthly_record')
        .values(row)
        .onConflict((on) => on.columns(['payer_key', 'month', 'method']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return added !== undefined;
    },

    has: async (payerKey: OwnerKey, month: string): Promise<boolean> => {
      const row = await tx
        .selectFrom('monthly_record')
        .where('payer_key', '=', payerKey)
        .where('month', '=', month)
        .limit(1)
        .select('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    find: (id: string) => tx.selectFrom('monthly_record').where('id', '=', id).selectAll().executeTakeFirst(),

    findByReference: (reference: string) =>
      tx.selectFrom('monthly_record').where('reference', '=', reference).selectAll().executeTakeFirst(),

    /** Of an organisation and its facilities, the newest month first. */
    page: (orgId: OrgId, after: RecordPosition | undefined, limit: number) =>
      tx
        .selectFrom('monthly_record')
        .where('org_id', '=', orgId)
        .$if(after !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('month', 'id'), '<', tuple(after?.month ?? '', after?.id ?? '')),
          ),
        )
        .orderBy('month', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .selectAll()
        .execute(),

    /** Owed by whoever, by id, so many after one. */
    unpaid: (after: string, limit: number) =>
      tx
        .selectFrom('monthly_record')
        .where('state', '=', 'issued')
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .selectAll()
        .execute(),

    /** Resolves with whether it was owed until now. */
    settle: async (
      id: string,
      paid: { readonly paid_at: number; readonly received_cents: number },
    ): Promise<boolean> => {
      const settled = await tx
        .updateTable('monthly_record')
        .where('id', '=', id)
        .where('state', '=', 'issued')
        .set({ state: 'paid', ...paid })
        .returning('id')
        .executeTakeFirst();
      return settled !== undefined;
    },

    /** Resolves with whether it was owed until now. */
    voidOwed: async (id: string): Promise<boolean> => {
      const voided = await tx
        .updateTable('monthly_record')
        .where('id', '=', id)
        .where('state', '=', 'issued')
        .set({ state: 'void' })
        .returning('id')
        .executeTakeFirst();
      return voided !== undefined;
    },

    /** What these owners owe. */
    owed: (payerKeys: readonly OwnerKey[]) =>
      payerKeys.length === 0
        ? Promise.resolve([])
        : tx
            .selectFrom('monthly_record')
            .where('state', '=', 'issued')
            .where('payer_key', 'in', payerKeys)
            .select(['payer_key', 'total_cents', 'due_at'])
            .execute(),

    /** Months from that one on of which these owners have records. */
    recorded: (payerKeys: readonly OwnerKey[], from: string) =>
      payerKeys.length === 0
        ? Promise.resolve([])
        : tx
            .selectFrom('monthly_record')
            .where('payer_key', 'in', payerKeys)
            .where('month', '>=', from)
            .select(['payer_key', 'month'])
            .execute(),

    /** What came in by records, of these organisations or all, by the time of payment; and what is owed. */
    paidBetween: (orgId: OrgId | undefined, from: number, to: number) =>
      of(orgId)
        .where('method', '=', 'invoice')
        .where('state', '=', 'paid')
        .where('paid_at', '>=', from)
        .where('paid_at', '<', to)
        .select(['paid_at', 'payer_key', 'org_id', 'total_cents'])
        .execute(),

    outstanding: (orgId: OrgId | undefined) =>
      of(orgId).where('state', '=', 'issued').select(['payer_key', 'org_id', 'total_cents']).execute(),

    isClosed: async (month: string): Promise<boolean> => {
      const row = await tx.selectFrom('monthly_close').where('month', '=', month).select('month').executeTakeFirst();
      return row !== undefined;
    },

    close: (month: string, at: number): Promise<unknown> =>
      tx
        .insertInto('monthly_close')
        .values({ month, closed_at: at })
        .onConflict((on) => on.column('month').doNothing())
        .execute(),
  };
};
