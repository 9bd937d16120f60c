import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { BillingService } from '../billing/billing.module.ts';
import { type LedgerService, microsOfMinor } from '../ledger/ledger.module.ts';
import type { CardProvider } from './card-provider.ts';
import { topupsRepo } from './topups.repo.ts';
import type { TopupAttemptTable } from './topups.tables.ts';

export interface Refunded {
  readonly attempt: TopupAttemptTable;
  readonly cents: number;
  /** What was given back in all, by now: each time that it grows is one refund. */
  readonly totalCents: number;
}
export type DebitRefund = (tx: Tx, refunded: Refunded) => Promise<unknown>;

/** Takes from AI credit what was given back: what the credit does not reach for is owed, until the next money comes in. */
export const createDebitRefund =
  ({
    ledger,
    billing,
  }: {
    readonly ledger: Pick<LedgerService, 'post'>;
    readonly billing: Pick<BillingService, 'evenOutAi'>;
  }): DebitRefund =>
  async (tx, { attempt, cents, totalCents }) => {
    const { owner_key: owner, id, currency } = attempt;
    await ledger.post(tx, {
      key: `refund:${id}:${totalCents}`,
      kind: 'refund',
      debit: { owner, account: 'ai-receivable' },
      credit: { owner, account: 'card-clearing' },
      currency,
      micros: microsOfMinor(cents, currency),
      about: id,
      by: 'system:card-provider',
    });
    await billing.evenOutAi(tx, owner);
  };

/** Whether the provider has given back more of a top-up of AI credit than is booked: books that, once. */
export const createTopupRefunds =
  ({
    db,
    provider,
    debitRefund,
  }: {
    readonly db: Pick<Database, 'write'>;
    readonly provider: () => CardProvider;
    readonly debitRefund: DebitRefund;
  }) =>
  async (attempt: TopupAttemptTable): Promise<void> => {
    if (attempt.purpose !== 'ai-credit' || attempt.intent_id === null) return;
    const totalCents = (await provider().intent(undefined, attempt.intent_id))?.refundedCents ?? 0;
    const cents = totalCents - Number(attempt.refunded_cents);
    if (cents <= 0) return;
    await db.write(async (tx) => {
      if (await topupsRepo(tx).refund(attempt, totalCents)) await debitRefund(tx, { attempt, cents, totalCents });
    });
  };
