import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { BillingService } from '../billing/billing.module.ts';
import { type LedgerService, microsOfMinor, type OwnerKey } from '../ledger/ledger.module.ts';
import type { TopupPurpose } from './topups.tables.ts';

/** Money that has come in by card for an account of somebody. */
export interface ToppedUp {
  readonly owner: OwnerKey;
  readonly purpose: TopupPurpose;
  readonly amountCents: number;
  readonly currency: string;
  readonly topupId: string;
  readonly by: string;
}
export type CreditTopup = (tx: Tx, toppedUp: ToppedUp) => Promise<unknown>;

interface Deps {
  readonly ledger: Pick<LedgerService, 'post' | 'currency'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly billing: Pick<BillingService, 'cameIn' | 'evenOutAi'> & {
    readonly wallets: Pick<BillingService['wallets'], 'credited'>;
  };
}

/** Credits a wallet or AI credit, in the unit that marks an attempt as paid: either both are so, or neither. */
export const createCreditTopup =
  ({ clock, ledger, billing }: Deps): CreditTopup =>
  async (tx, { owner, purpose, amountCents, currency, topupId, by }) => {
    if (currency !== ledger.currency) throw new Bug(`top-up ${topupId} is in ${currency}, and wallets are not`);
    await ledger.post(tx, {
      key: `topup:${topupId}`,
      kind: 'topup',
      debit: { owner, account: 'card-clearing' },
      credit: { owner, account: purpose },
      currency,
      micros: microsOfMinor(amountCents, currency),
      about: topupId,
      by,
    });
    await (purpose === 'wallet' ? billing.wallets.credited(tx, owner) : billing.evenOutAi(tx, owner));
    const came = { ownerKey: owner, kind: 'card-topup', aboutId: topupId, cents: amountCents } as const;
    await billing.cameIn(tx, { ...came, at: clock.wallMs() });
  };
