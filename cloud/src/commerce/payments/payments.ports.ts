import type { Tx } from '../../kit/db/unit-of-work.ts';
import { question } from '../../kit/modules/ports.ts';
import type { OwnerKey } from '../ledger/owner-key.ts';

/** A monthly record, as far as its payment goes. */
export interface PayableRecord {
  readonly id: string;
  readonly ownerKey: OwnerKey;
  readonly expectedCents: number;
  /** What it was settled with; null: it is not. */
  readonly settled: { readonly receivedCents: number; readonly transferId: string | null; readonly at: number } | null;
}

/** The monthly record that is paid by a reference, if there is one. */
export const recordByReference = question<(tx: Tx, reference: string) => Promise<PayableRecord | undefined>>(
  'payments.recordByReference',
  async () => undefined,
);

/** What came in for a record, in cents; a difference to what was expected goes to `rounding`. Undefined where it was settled before. */
export const settleRecord = question<
  (
    tx: Tx,
    recordId: string,
    received: { readonly cents: number; readonly paidAt: number; readonly by: string },
  ) => Promise<{ readonly transferId: string | null } | undefined>
>('payments.settleRecord', async () => undefined);
