import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { LedgerService } from '../ledger/ledger.module.ts';
import { ownerKeyOf } from '../ledger/ledger.module.ts';
import type { ClosedDay, PaidFor, Payer } from '../rates/rates.ports.ts';
import type { Owners } from './owners.ts';
import type { Wallets } from './wallets.ts';

/** Who pays for days, and the wallets that do. */
export const createDayCharges = ({
  ledger,
  owners,
  wallets,
}: {
  readonly ledger: Pick<LedgerService, 'post' | 'currency'>;
  readonly owners: Owners;
  readonly wallets: Pick<Wallets, 'payerFor' | 'charged' | 'credited'>;
}) => {
  const payerOf = async (tx: Tx, { facilityId, orgId }: PaidFor): Promise<Payer> => {
    const facility = await owners.require(tx, ownerKeyOf({ kind: 'facility', id: facilityId }));
    const { profile, payer } = await wallets.payerFor(tx, {
      ...facility,
      orgKey: ownerKeyOf({ kind: 'org', id: orgId }),
    });
    return { payerKey: payer.key, billed: !profile.billingDisabled, method: profile.billingMethod };
  };

  return {
    payerOf,

    /** Takes days that were closed from the wallets of who pays for them by wallet, each once. */
    charge: async (tx: Tx, days: readonly ClosedDay[]): Promise<void> => {
      for (const { facilityId, day, payerKey, billed, method, micros, logId } of days) {
        if (!billed || micros === 0 || method !== 'wallet') continue;
        const wallet = { owner: payerKey, account: 'wallet' as const };
        const revenue = { owner: payerKey, account: 'revenue' as const };
        const isCharge = micros > 0;
        const { posted } = await ledger.post(tx, {
          key: `day:${facilityId}:${day}`,
          kind: 'day',
          debit: isCharge ? wallet : revenue,
          credit: isCharge ? revenue : wallet,
          currency: ledger.currency,
          micros: Math.abs(micros),
          about: logId,
          by: 'system:billing',
        });
        if (!posted) continue;
        await (isCharge ? wallets.charged(tx, await owners.require(tx, payerKey)) : wallets.credited(tx, payerKey));
      }
    },
  };
};
