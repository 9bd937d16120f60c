import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';

/** A version of what a box should drive. Never changed, never removed. */
export interface BoxConfigurationTable {
  box_id: BoxId;
  version: number;
  /** The number of the desired state that brought it. */
  revision: number;
  made_at: number;
  made_by: string;
  /** The version whose state was taken again. */
  restored_from: number | null;
  /** JSON: `Change[]`. */
  changes: string;
  /** JSON: `BoxState`. */
  state: string;
  /** What boxes call the wiring of it; null before people had to confirm that. */
  wiring: string | null;
}

/** What somebody at the panel of a box has decided of a wiring, as its journal says. */
export interface WiringDecisionTable {
  box_id: BoxId;
  decision_id: string;
  facility_id: FacilityId;
  wiring: string;
  outcome: 'confirmed' | 'rejected';
  /** By the clock of the box. */
  decided_at: number;
  /** As the panel calls them. */
  decided_by: string;
  staff_id: string;
  received_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    box_configuration: BoxConfigurationTable;
    wiring_decision: WiringDecisionTable;
  }
}
