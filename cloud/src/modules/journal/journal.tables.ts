/** How far one epoch of a box's journal is stored without a gap. */
export interface BoxEpochTable {
  box_id: string;
  epoch: string;
  through: number;
  through_hash: string;
  first_at: number;
}

export interface BoxFactTable {
  box_id: string;
  epoch: string;
  seq: number;
  boot_id: string;
  mono_ms: number;
  wall_ms: number;
  /** 0 or 1. */
  clock_trusted: number;
  received_at: number;
  kind: string;
  door_id: string | null;
  /** JSON of the fact's body. */
  body: string;
  prev: string;
  hash: string;
}

declare module '../../db/tables.ts' {
  interface Tables {
    box_epoch: BoxEpochTable;
    box_fact: BoxFactTable;
  }
}
