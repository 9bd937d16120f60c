import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { LedgerService } from '../ledger/ledger.module.ts';
import { type OwnerKey, ownerKeyOf } from '../ledger/ledger.module.ts';
import type { Owners } from './owners.ts';
import type { Wallets } from './wallets.ts';

/** What a day of a facility came to, and who pays for it. Below 0 where rebates were more than what was used. */
export interface ChargedDay {
  readonly facilityId: FacilityId;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly payerKey: OwnerKey;
  readonly billed: boolean;
  readonly micros: number;
  readonly logId: string;
}

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
  const payerOf = async (tx: Tx, facilityId: FacilityId) => {
    const facility = await owners.require(tx, ownerKeyOf({ kind: 'facility', id: facilityId }));
    const { profile, payer } = await wallets.payerFor(tx, facility);
    return { payerKey: payer.key, billed: !profile.billingDisabled, method: profile.billingMethod };
  };

  return {
    payerOf,

    /** Takes days that were closed from the wallets of who pays for them by wallet, each once. */
    charge: async (tx: Tx, days: readonly ChargedDay[]): Promise<void> => {
      for (const { facilityId, day, payerKey, billed, micros, logId } of days) {
        if (!billed || micros === 0 || (await payerOf(tx, facilityId)).method !== 'wallet') continue;
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
