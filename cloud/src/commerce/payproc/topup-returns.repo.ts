import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { TopupAttemptTable, TopupReturnTable } from './topups.tables.ts';

export const topupReturnsRepo = (tx: Tx) => ({
  /** The paid top-up that a payment of the provider was. */
  paidBy: (intentId: string): Promise<TopupAttemptTable | undefined> =>
    tx
      .selectFrom('topup_attempt')
      .selectAll()
      .where('intent_id', '=', intentId)
      .where('state', '=', 'paid')
      .executeTakeFirst(),
  anyPaidSince: async (at: number): Promise<boolean> => {
    const paid = await tx
      .selectFrom('topup_attempt')
      .select('id')
      .where('state', '=', 'paid')
      .where('ended_at', '>=', at)
      .limit(1)
      .executeTakeFirst();
    return paid !== undefined;
  },
  /** Whether nobody has taken it before. */
  take: async (row: Insertable<TopupReturnTable>): Promise<boolean> => {
    const taken = await tx
      .insertInto('topup_return')
      .values(row)
      .onConflict((on) => on.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    return taken !== undefined;
  },
  /** Whether it was taken, and nobody has given it back before. */
  restore: async (id: string, at: number): Promise<boolean> => {
    const restored = await tx
      .updateTable('topup_return')
      .set({ restored_at: at })
      .where('id', '=', id)
      .where('restored_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return restored !== undefined;
  },
});
