import type { Insertable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';

/** That a payment was matched to what its reference pays. Never changed. */
interface PaymentMatchTable {
  id: string;
  reference: string;
  kind: 'topup' | 'record';
  about_id: string;
  expected_cents: number;
  received_cents: number;
  paid_at: number;
  source: string | null;
  notes: string | null;
  forced: number;
  matched_by: string;
  matched_at: number;
  transfer_id: string | null;
}
declare module '../../kit/db/tables.ts' {
  interface Tables {
    payment_match: PaymentMatchTable;
  }
}

export const paymentsRepo = (tx: Tx) => ({
  find: (kind: PaymentMatchTable['kind'], aboutId: string) =>
    tx
      .selectFrom('payment_match')
      .where('kind', '=', kind)
      .where('about_id', '=', aboutId)
      .selectAll()
      .executeTakeFirst(),
  insert: (row: Insertable<PaymentMatchTable>): Promise<unknown> =>
    tx.insertInto('payment_match').values(row).execute(),
});
