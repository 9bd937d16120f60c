import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import { preparedForMany } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { MembershipPlanTable, PlanZoneNumberTable } from './plans.tables.ts';

/** Names a plan of one partner at one facility. */
export interface PlanRef {
  readonly partner_id: PartnerId;
  readonly facility_id: FacilityId;
  readonly membership_plan_id: string;
}
const KEY = ['partner_id', 'facility_id', 'membership_plan_id'] as const;
const SET = [
  'name',
  'description',
  'billing_cycle',
  'price',
  'currency',
  'class_limit',
  'duration_days',
  'is_recurring',
  'is_trial',
  'visible_to_public',
  'active_members',
  'access_zones',
  'stored_at',
] as const;

const find = preparedForMany((tx, refs: readonly PlanRef[]) =>
  tx
    .selectFrom('membership_plan')
    .where((eb) =>
      eb(
        eb.refTuple(...KEY),
        'in',
        refs.map((ref) => eb.tuple(ref.partner_id, ref.facility_id, ref.membership_plan_id)),
      ),
    )
    .selectAll(),
);

const put = preparedForMany((tx, rows: readonly Insertable<MembershipPlanTable>[]) =>
  tx
    .insertInto('membership_plan')
    .values(rows)
    .onConflict((c) =>
      c
        .columns([...KEY])
        .doUpdateSet((eb) => Object.fromEntries(SET.map((column) => [column, eb.ref(`excluded.${column}`)]))),
    ),
);

const putZoneNumbers = preparedForMany((tx, rows: readonly PlanZoneNumberTable[]) =>
  tx.insertInto('plan_zone_number').values(rows),
);

export const plansRepo = (tx: Tx) => ({
  find: (refs: readonly PlanRef[]) => find(tx, refs),

  put: (rows: readonly Insertable<MembershipPlanTable>[]): Promise<unknown> => put(tx, rows),

  /** What compiled records call the access zones of plans at a facility. */
  zoneNumbers: (facilityId: FacilityId) =>
    tx
      .selectFrom('plan_zone_number')
      .where('facility_id', '=', facilityId)
      .select(['partner_id', 'membership_plan_id', 'name', 'number'])
      .execute(),

  /** Under the facility's row lock of access. */
  putZoneNumbers: (rows: readonly PlanZoneNumberTable[]): Promise<unknown> => putZoneNumbers(tx, rows),

  /** All plans of one partner at a facility, in the order of their ids. */
  list: (partnerId: PartnerId, facilityId: FacilityId) =>
    tx
      .selectFrom('membership_plan')
      .where('partner_id', '=', partnerId)
      .where('facility_id', '=', facilityId)
      .orderBy('membership_plan_id')
      .selectAll()
      .execute(),
});
