import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type LedgerService, microsOfMinor, type OwnerKey } from '../ledger/ledger.module.ts';
import type { Wallets } from './wallets.ts';

/** What a month came to for one payer. */
export interface ChargedMonth {
  readonly recordId: string;
  readonly payerKey: OwnerKey;
  readonly method: 'wallet' | 'invoice';
  readonly totalCents: number;
}

/** Months that are closed, of who pays by invoice: wallets have paid theirs day by day. */
export const createMonthCharges = ({
  ledger,
  wallets,
}: {
  readonly ledger: Pick<LedgerService, 'post' | 'currency'>;
  readonly wallets: Pick<Wallets, 'credited'>;
}) => ({
  /** What is owed is owed from now on, each record once. Where rebates were more than what was used, the rest is for the wallet. */
  charge: async (tx: Tx, months: readonly ChargedMonth[]): Promise<void> => {
    for (const { recordId, payerKey: owner, method, totalCents } of months) {
      if (method !== 'invoice' || totalCents === 0) continue;
      const isCharge = totalCents > 0;
      const { posted } = await ledger.post(tx, {
        key: `record:${recordId}`,
        kind: 'record',
        debit: { owner, account: isCharge ? 'receivable' : 'revenue' },
        credit: { owner, account: isCharge ? 'revenue' : 'wallet' },
        currency: ledger.currency,
        micros: microsOfMinor(Math.abs(totalCents), ledger.currency),
        about: recordId,
        by: 'system:billing',
      });
      if (posted && !isCharge) await wallets.credited(tx, owner);
    }
  },
});
