import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { PlanFields } from './plans.batch.ts';

/** A membership plan as one partner has it at one facility. */
export interface MembershipPlanTable extends PlanFields {
  partner_id: PartnerId;
  facility_id: FacilityId;
  membership_plan_id: string;
  /** When it last changed here. */
  stored_at: number;
}

/** What compiled records call an access zone of a plan: given once, also if the plan loses it. */
export interface PlanZoneNumberTable {
  facility_id: FacilityId;
  partner_id: PartnerId;
  membership_plan_id: string;
  name: string;
  number: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    membership_plan: MembershipPlanTable;
    plan_zone_number: PlanZoneNumberTable;
  }
}
