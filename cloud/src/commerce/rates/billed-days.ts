import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type OwnerKey, ownerKeyOf } from '../ledger/ledger.module.ts';
import { dayLogsRepo } from './day-logs.repo.ts';
import { closedLog } from './day-logs.ts';
import type { PaidFor, Payer } from './rates.ports.ts';
import type { BillingRollupTable } from './rates.tables.ts';

interface Of {
  readonly facilityId: FacilityId;
  readonly payerKey: OwnerKey;
  /** `YYYY-MM`. */
  readonly month: string;
}
const windowOf = (month: string) => [`${month}-01`, `${month}-31`] as const;

/** What others may ask of closed days: they never change, so sums of them need no unit around them. */
export const createBilledDays = ({ payerOf }: { readonly payerOf: (tx: Tx, of: PaidFor) => Promise<Payer> }) => ({
  firstMonth: (tx: Tx) => dayLogsRepo(tx).firstMonth(),

  /** Payers after this key with closed days of a month. */
  payersAfter: (tx: Tx, month: string, after: string, limit: number): Promise<OwnerKey[]> =>
    dayLogsRepo(tx).payersAfter(...windowOf(month), after, limit),

  /** Those who may come to pay for a day of the month that is not closed yet: who would now, its facility and its organisation. */
  payersWaitedFor: async (tx: Tx, month: string): Promise<ReadonlySet<OwnerKey>> => {
    const payers = new Set<OwnerKey>();
    for (const { facility_id, org_id } of await dayLogsRepo(tx).openBetween(...windowOf(month)))
      payers
        .add((await payerOf(tx, { facilityId: facility_id, orgId: org_id })).payerKey)
        .add(ownerKeyOf({ kind: 'facility', id: facility_id }))
        .add(ownerKeyOf({ kind: 'org', id: org_id }));
    return payers;
  },

  facilitiesPaidBy: (tx: Tx, payerKey: OwnerKey, month: string): Promise<FacilityId[]> =>
    dayLogsRepo(tx).facilitiesPaidBy(payerKey, ...windowOf(month)),

  /** The closed days of a facility that this payer pays for, the oldest first. */
  ofMonth: async (tx: Tx, { facilityId, payerKey, month }: Of) => {
    const rows = await dayLogsRepo(tx).closedBetween(facilityId, ...windowOf(month));
    return rows
      .filter(({ payer_key, billed }) => payer_key === payerKey && Number(billed) === 1)
      .map((row) => ({ ...closedLog(row), method: row.method ?? 'wallet', versions: row.versions }));
  },

  /** What was billed of these owners together, by month and charge: sums that are kept with the days. */
  billedOf: async (
    tx: Tx,
    owners: readonly (OwnerKey | 'platform')[],
    from: string,
    to: string,
  ): Promise<readonly BilledSum[]> => {
    if (owners.length === 0) return [];
    return (await dayLogsRepo(tx).rollups(owners, from, to)).map(sumOf);
  },

  /** What each of these payers was billed, by month. */
  paidBy: async (tx: Tx, payers: readonly OwnerKey[], from: string, to: string) => {
    if (payers.length === 0) return [];
    const rows = await dayLogsRepo(tx).rollups(
      payers.map((payer) => `payer:${payer}` as const),
      from,
      to,
    );
    return rows.map((row) => ({ payerKey: row.owner.slice('payer:'.length) as OwnerKey, ...sumOf(row) }));
  },
});
export type BilledDays = ReturnType<typeof createBilledDays>;

export interface BilledSum {
  readonly month: string;
  readonly charge: string;
  /** Thousandths. */
  readonly quantity: number;
  readonly micros: number;
  /** Of those the ones that a wallet paid on the day. */
  readonly walletMicros: number;
}
const sumOf = (row: BillingRollupTable): BilledSum => ({
  month: row.month,
  charge: row.charge,
  quantity: Number(row.quantity),
  micros: Number(row.micros),
  walletMicros: Number(row.wallet_micros),
});
