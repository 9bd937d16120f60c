import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BillingService } from '../billing/billing.module.ts';
import type { LedgerService, OwnerKey } from '../ledger/ledger.module.ts';
import type { MonthlyRecords } from '../monthly-records/monthly-records.module.ts';
import { createRecordPayments } from './record-payments.ts';

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
  /** What it was settled with; null: it is not. */
  readonly settled: { readonly receivedCents: number; readonly transferId: string | null; readonly at: number } | null;
  /** Undefined where it is not any more as it was seen. */
  readonly settle: (tx: Tx, received: Received) => Promise<{ readonly transferId: string } | undefined>;
}

export interface FindsPayables {
  readonly billing: Pick<BillingService, 'cameIn'> & {
    readonly topups: Pick<BillingService['topups'], 'findByReference' | 'settle'>;
    readonly wallets: Pick<BillingService['wallets'], 'credited'>;
  };
  readonly ledger: Pick<LedgerService, 'post' | 'currency'>;
  readonly monthlyRecords: Pick<MonthlyRecords, 'findByReference' | 'settleRecord'>;
}

/** What a reference pays: a top-up invoice, or a monthly record. */
export const createPayables = (deps: FindsPayables) => {
  const { topups } = deps.billing;
  const records = createRecordPayments(deps);
  return async (tx: Tx, reference: string): Promise<Payable | undefined> => {
    const invoice = await topups.findByReference(tx, reference);
    if (invoice === undefined) return records.find(tx, reference);
    const { received_cents: cents, transfer_id: transferId, settled_at: at } = invoice;
    return {
      kind: 'topup',
      id: invoice.id,
      ownerKey: invoice.owner_key,
      expectedCents: invoice.amount_cents,
      cancelled: invoice.state === 'cancelled',
      settled: at === null ? null : { receivedCents: cents ?? invoice.amount_cents, transferId, at: Number(at) },
      settle: (unit, received) => topups.settle(unit, invoice, received),
    };
  };
};
