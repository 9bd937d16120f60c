import type { BootId, BoxId, DoorId } from '@gatehouse/shared/ids/ids.ts';

/** How far one epoch of a box's journal is stored without a gap. */
export interface BoxEpochTable {
  box_id: BoxId;
  epoch: string;
  through: number;
  through_hash: string;
  first_at: number;
  /** The highest number that is stored; above `through` while one below it is missing. */
  highest: number;
  /** Since when a number below a stored one is missing. */
  gap_since: number | null;
  /** Facts up to here were of age and are forgotten. */
  forgotten_through: number;
}

/** Numbers that are neither here nor on their box any more: nobody waits for them. */
export interface BoxFactMissingTable {
  box_id: BoxId;
  epoch: string;
  from_seq: number;
  to_seq: number;
  noted_at: number;
}

export interface BoxFactTable {
  box_id: BoxId;
  epoch: string;
  seq: number;
  boot_id: BootId;
  mono_ms: number;
  /** As the box said it: any whole number. `believed` says what to make of it. */
  wall_ms: number;
  /** 0 or 1. */
  clock_trusted: number;
  received_at: number;
  kind: string;
  /** The door that it counts for: null where the box never had the door that its body names. */
  door_id: DoorId | null;
  /** JSON of the fact's body. */
  body: string;
  prev: string;
  hash: string;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    box_epoch: BoxEpochTable;
    box_fact: BoxFactTable;
    box_fact_missing: BoxFactMissingTable;
  }
}
