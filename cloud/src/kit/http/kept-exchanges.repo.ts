import { preparedForMany } from '../db/prepared.ts';
import type { Tx } from '../db/unit-of-work.ts';
import type { KeptExchangeTable } from './http.tables.ts';

const insert = preparedForMany((tx, rows: readonly KeptExchangeTable[]) => tx.insertInto('kept_exchange').values(rows));

/** What is kept of exchanges. It is written with the request log, and by that only. */
export const keptExchangesRepo = (tx: Tx) => ({
  add: (rows: readonly KeptExchangeTable[]): Promise<unknown> => insert(tx, rows),

  find: async (tenant: string, requestId: string): Promise<string | undefined> => {
    const row = await tx
      .selectFrom('kept_exchange')
      .where('request_id', '=', requestId)
      .where('tenant', '=', tenant)
      .select('exchange')
      .executeTakeFirst();
    return row?.exchange;
  },

  /** Forgets the oldest from before `at`, `limit` of them at most. Resolves with how many those were. */
  deleteBefore: async (at: number, limit: number): Promise<number> => {
    const gone = await tx
      .deleteFrom('kept_exchange')
      .where('request_id', 'in', (eb) =>
        eb.selectFrom('kept_exchange').select('request_id').where('at', '<', at).orderBy('at').limit(limit),
      )
      .executeTakeFirst();
    return Number(gone.numDeletedRows);
  },
});
