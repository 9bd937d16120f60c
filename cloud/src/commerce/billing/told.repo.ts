import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BillingToldTable } from './billing.tables.ts';

export const toldRepo = (tx: Tx) => ({
  has: async (fact: string): Promise<boolean> =>
    (await tx.selectFrom('billing_told').where('fact', '=', fact).select('fact').executeTakeFirst()) !== undefined,

  /** Whether nobody has told it until now. Whoever comes at the same time waits for this unit. */
  claim: async (row: BillingToldTable): Promise<boolean> => {
    const claimed = await tx
      .insertInto('billing_told')
      .values(row)
      .onConflict((on) => on.column('fact').doNothing())
      .returning('fact')
      .executeTakeFirst();
    return claimed !== undefined;
  },
});
