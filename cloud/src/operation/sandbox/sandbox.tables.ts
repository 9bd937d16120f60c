/** A facility at which failures may be simulated. Everywhere else they may not. */
export interface SandboxFacilityTable {
  facility_id: string;
}

/** Something that is simulated at a door until a moment, at a partner's wish. What is past its end counts as gone. */
export interface SandboxSimulationTable {
  door_id: string;
  scenario: string;
  partner_id: string;
  facility_id: string;
  /** The box that obeyed; null for what the cloud simulates alone. */
  box_id: string | null;
  until_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    sandbox_facility: SandboxFacilityTable;
    sandbox_simulation: SandboxSimulationTable;
  }
}
