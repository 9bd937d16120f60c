import type { Tx } from '../../kit/db/unit-of-work.ts';
import { event, question } from '../../kit/modules/ports.ts';
import type { OwnerKey } from '../ledger/owner-key.ts';

/** How a payer pays what a month came to. */
export interface RecordTerms {
  readonly netDays: number;
  /** What a payment names. Null: nobody gives out references. */
  readonly reference: string | null;
}

/** Until when a payer has to pay a new record, and by which reference. Until somebody knows better: within 14 days. */
export const recordTerms = question<(tx: Tx, payerKey: OwnerKey) => Promise<RecordTerms>>(
  'monthly-records.terms',
  async () => ({ netDays: 14, reference: null }),
);

export interface ClosedMonth {
  readonly recordId: string;
  readonly payerKey: OwnerKey;
  /** `YYYY-MM`. */
  readonly month: string;
  /** `wallet`: it was debited day by day, and nothing is owed. */
  readonly method: 'wallet' | 'invoice';
  readonly totalCents: number;
  /** What its days came to, before cents were made of them. */
  readonly micros: number;
}

/** A month of a payer was closed: told once of each, in the unit that closes it. */
export const billingMonthClosed = event<[tx: Tx, closed: readonly ClosedMonth[]]>('monthly-records.closed');
