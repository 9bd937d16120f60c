import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';

/**
 * Something that a box told of a door or a person, to be searched: a copy of a fact of the journal, which stays the evidence.
 * Movements of locks are left out, and so are commands, which are attempts of `unlocks`.
 */
export interface DoorEventTable {
  /** `dev_` and the beginning of the fact's hash. */
  id: string;
  facility_id: FacilityId;
  /** When it happened by the box's clock, and not later than it came. */
  at: number;
  recorded_at: number;
  box_id: BoxId;
  door_id: DoorId | null;
  /** The fact's kind. */
  kind: string;
  /** Of a grant `granted`, of a denial its reason, of a release what became of the lock; `forced` and `held_open` of a door. */
  outcome: string | null;
  /** The person's number at the facility. */
  person: number | null;
  entry_id: string | null;
  /** The start of the keyed hash of a credential that nobody has. */
  hint: string | null;
  /** 0 or 1. */
  clock_trusted: number;
  /** JSON: the fact's data. */
  data: string;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    door_event: DoorEventTable;
  }
}
