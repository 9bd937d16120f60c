import type { PlanFields } from './plans.batch.ts';

/** A membership plan as one partner has it at one facility. */
export interface MembershipPlanTable extends PlanFields {
  partner_id: string;
  facility_id: string;
  membership_plan_id: string;
  /** When it last changed here. */
  stored_at: number;
}

declare module '../../db/tables.ts' {
  interface Tables {
    membership_plan: MembershipPlanTable;
  }
}
