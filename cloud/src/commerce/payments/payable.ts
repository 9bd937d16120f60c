import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BillingService } from '../billing/billing.module.ts';
import type { OwnerKey } from '../ledger/owner-key.ts';
import type { PayableRecord } from './payments.ports.ts';

export interface Received {
  readonly cents: number;
  readonly paidAt: number;
  readonly by: string;
}
/** What a reference pays, as it was seen. */
export interface Payable {
  readonly kind: 'topup' | 'record';
  readonly id: string;
  readonly ownerKey: OwnerKey;
  readonly expectedCents: number;
  readonly cancelled: boolean;
  readonly settled: PayableRecord['settled'];
  /** Undefined where it is not any more as it was seen. */
  readonly settle: (tx: Tx, received: Received) => Promise<{ readonly transferId: string | null } | undefined>;
}

export interface FindsPayables {
  readonly billing: { readonly topups: Pick<BillingService['topups'], 'findByReference' | 'settle'> };
  readonly recordByReference: (tx: Tx, reference: string) => Promise<PayableRecord | undefined>;
  readonly settleRecord: (
    tx: Tx,
    recordId: string,
    received: Received,
  ) => Promise<{ readonly transferId: string | null } | undefined>;
}

/** What a reference pays: a top-up invoice, or a monthly record. */
export const findPayable = async (
  tx: Tx,
  { billing, recordByReference, settleRecord }: FindsPayables,
  reference: string,
): Promise<Payable | undefined> => {
  const invoice = await billing.topups.findByReference(tx, reference);
  if (invoice !== undefined)
    return {
      kind: 'topup',
      id: invoice.id,
      ownerKey: invoice.owner_key as OwnerKey,
      expectedCents: invoice.amount_cents,
      cancelled: invoice.state === 'cancelled',
      settled:
        invoice.settled_at === null
          ? null
          : {
              receivedCents: invoice.received_cents ?? invoice.amount_cents,
              transferId: invoice.transfer_id,
              at: Number(invoice.settled_at),
            },
      settle: (unit, received) => billing.topups.settle(unit, invoice, received),
    };
  const record = await recordByReference(tx, reference);
  return (
    record && {
      ...record,
      kind: 'record',
      cancelled: false,
      settle: (unit, received) => settleRecord(unit, record.id, received),
    }
  );
};
