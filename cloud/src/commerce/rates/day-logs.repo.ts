import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OwnerKey } from '../ledger/owner-key.ts';
import type { BillingLogTable, BillingRollupTable, RollupOwner } from './rates.tables.ts';

export type LogRow = Selectable<BillingLogTable>;
export type ClosingOf = Pick<
  LogRow,
  'facts' | 'lines' | 'carry' | 'micros' | 'payer_key' | 'billed' | 'method' | 'closed_at'
>;

export const dayLogsRepo = (tx: Tx) => ({
  /** Facilities after this id, with the organisation of each and the newest day that it has a log of. */
  facilitiesAfter: (after: string, limit: number) =>
    tx
      .selectFrom('facility')
      .where('facility.id', '>', uncheckedId<FacilityId>(after))
      .orderBy('facility.id')
      .limit(limit)
      .select(({ selectFrom }) => [
        'facility.id as facilityId',
        'facility.org_id as orgId',
        selectFrom('billing_log')
          .whereRef('billing_log.facility_id', '=', 'facility.id')
          .orderBy('billing_log.day', 'desc')
          .limit(1)
          .select('billing_log.day')
          .as('newest'),
      ])
      .execute(),

  /** Resolves with whether the day was not there. */
  open: async (row: Insertable<BillingLogTable>): Promise<boolean> => {
    const opened = await tx
      .insertInto('billing_log')
      .values(row)
      .onConflict((on) => on.columns(['facility_id', 'day']).doNothing())
      .returning('id')
      .executeTakeFirst();
    return opened !== undefined;
  },

  /** Facilities after this id with a day up to `until` that is open. */
  facilitiesWithOpen: async (until: string, after: string, limit: number): Promise<FacilityId[]> => {
    const rows = await tx
      .selectFrom('billing_log')
      .where('state', '=', 'open')
      .where('day', '<=', until)
      .where('facility_id', '>', uncheckedId<FacilityId>(after))
      .groupBy('facility_id')
      .orderBy('facility_id')
      .limit(limit)
      .select('facility_id')
      .execute();
    return rows.map(({ facility_id }) => facility_id);
  },

  /** The oldest of a facility that is open. */
  oldestOpen: (facilityId: FacilityId, until: string) =>
    tx
      .selectFrom('billing_log')
      .where('facility_id', '=', facilityId)
      .where('state', '=', 'open')
      .where('day', '<=', until)
      .orderBy('day')
      .limit(1)
      .selectAll()
      .executeTakeFirst(),

  find: (facilityId: FacilityId, day: string) =>
    tx
      .selectFrom('billing_log')
      .where('facility_id', '=', facilityId)
      .where('day', '=', day)
      .selectAll()
      .executeTakeFirst(),

  /** The first day of a facility that has a log. */
  firstDay: async (facilityId: FacilityId): Promise<string | undefined> => {
    const row = await tx
      .selectFrom('billing_log')
      .where('facility_id', '=', facilityId)
      .orderBy('day')
      .limit(1)
      .select('day')
      .executeTakeFirst();
    return row?.day;
  },

  countFacilities: async (orgId: OrgId): Promise<number> => {
    const { count } = await tx
      .selectFrom('facility')
      .where('org_id', '=', orgId)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  /** Resolves with whether it was open until now. */
  close: async (id: string, closing: ClosingOf): Promise<boolean> => {
    const closed = await tx
      .updateTable('billing_log')
      .where('id', '=', id)
      .where('state', '=', 'open')
      .set({ state: 'closed', ...closing })
      .returning('id')
      .executeTakeFirst();
    return closed !== undefined;
  },

  /** Closed days of a facility from one day to another, both included, the oldest first. */
  closedBetween: (facilityId: FacilityId, from: string, to: string) =>
    tx
      .selectFrom('billing_log')
      .where('facility_id', '=', facilityId)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .where('state', '=', 'closed')
      .orderBy('day')
      .selectAll()
      .execute(),

  /** The facilities that one payer pays for in a month. */
  facilitiesPaidBy: async (payerKey: OwnerKey, from: string, to: string): Promise<FacilityId[]> => {
    const rows = await tx
      .selectFrom('billing_log')
      .where('payer_key', '=', payerKey)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .groupBy('facility_id')
      .orderBy('facility_id')
      .select('facility_id')
      .execute();
    return rows.map(({ facility_id }) => facility_id);
  },

  /** Payers after this key with closed days in that time. */
  payersAfter: async (from: string, to: string, after: string, limit: number): Promise<OwnerKey[]> => {
    const rows = await tx
      .selectFrom('billing_log')
      .where('day', '>=', from)
      .where('day', '<=', to)
      .where('payer_key', '>', uncheckedId<OwnerKey>(after))
      .groupBy('payer_key')
      .orderBy('payer_key')
      .limit(limit)
      .select('payer_key')
      .execute();
    return rows.flatMap(({ payer_key }) => payer_key ?? []);
  },

  /** Days in that time that are still open. */
  openBetween: (from: string, to: string) =>
    tx
      .selectFrom('billing_log')
      .where('state', '=', 'open')
      .where('day', '>=', from)
      .where('day', '<=', to)
      .select(['facility_id', 'org_id', 'day'])
      .execute(),

  /** The first month that has a log. */
  firstMonth: async (): Promise<string | undefined> => {
    const row = await tx.selectFrom('billing_log').orderBy('day').limit(1).select('day').executeTakeFirst();
    return row?.day.slice(0, 7);
  },

  /** Adds to the sums of a month. */
  addToRollup: (row: BillingRollupTable): Promise<unknown> =>
    tx
      .insertInto('billing_rollup')
      .values(row)
      .onConflict((on) =>
        on.columns(['owner', 'month', 'charge']).doUpdateSet({
          quantity: sql`billing_rollup.quantity + excluded.quantity`,
          micros: sql`billing_rollup.micros + excluded.micros`,
          wallet_micros: sql`billing_rollup.wallet_micros + excluded.wallet_micros`,
        }),
      )
      .execute(),

  rollups: (owners: readonly RollupOwner[], from: string, to: string) =>
    tx
      .selectFrom('billing_rollup')
      .where('owner', 'in', owners)
      .where('month', '>=', from)
      .where('month', '<=', to)
      .selectAll()
      .execute(),
});
