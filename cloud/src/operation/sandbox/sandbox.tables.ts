import type { BoxId, DoorId, FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';

/** A facility at which failures may be simulated. Everywhere else they may not. */
export interface SandboxFacilityTable {
  facility_id: FacilityId;
}

/** Something that is simulated at a door until a moment, at a partner's wish. What is past its end counts as gone. */
export interface SandboxSimulationTable {
  door_id: DoorId;
  scenario: string;
  partner_id: PartnerId;
  facility_id: FacilityId;
  /** The box that obeyed; null for what the cloud simulates alone. */
  box_id: BoxId | null;
  until_at: number;
}

/** A failure that one dryrun key meets at a door, until a moment: nothing reaches a box, and nobody else meets it. */
export interface SandboxRehearsalTable {
  key_id: string;
  door_id: DoorId;
  scenario: string;
  until_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    sandbox_facility: SandboxFacilityTable;
    sandbox_simulation: SandboxSimulationTable;
    sandbox_rehearsal: SandboxRehearsalTable;
  }
}
