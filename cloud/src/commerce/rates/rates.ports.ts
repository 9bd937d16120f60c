import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { event, question } from '../../kit/modules/ports.ts';
import { type OwnerKey, ownerKeyOf } from '../ledger/ledger.module.ts';

/** Who pays for a day of a facility. */
export interface Payer {
  readonly payerKey: OwnerKey;
  /** No: the day is metered, and nobody pays for it. */
  readonly billed: boolean;
  readonly method: 'wallet' | 'invoice';
}

/** A facility on a day. `orgId`: whose it was when the day was opened, wherever it has moved since. */
export interface PaidFor {
  readonly facilityId: FacilityId;
  readonly orgId: OrgId;
}

/** Who pays for a facility on a day. Until somebody knows better, each facility does by its wallet. */
export const payerOf = question<(tx: Tx, of: PaidFor) => Promise<Payer>>(
  'rates.payerOf',
  async (_tx, { facilityId }) => ({
    payerKey: ownerKeyOf({ kind: 'facility', id: facilityId }),
    billed: true,
    method: 'wallet',
  }),
);

/** What a day of a facility came to. Below 0 where rebates were more than what was used. */
export interface ClosedDay extends Payer {
  readonly facilityId: FacilityId;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly micros: number;
  readonly logId: string;
}

/** Days were closed: told once of each, in the unit that closes it. */
export const billingDayClosed = event<[tx: Tx, closed: readonly ClosedDay[]]>('rates.dayClosed');
