import type { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';

/** A lockdown that staff ordered in the cloud. It stands until its own release. */
export interface LockdownTable {
  id: string;
  facility_id: FacilityId;
  layer: 'door' | 'scope' | 'facility';
  /** The door, the access scope or the facility. */
  target_id: string;
  /** Empty while nobody has said. */
  reason: string;
  /** Who said it afterwards: null where it was said as it began, and while nobody has. */
  reason_by: string | null;
  reason_by_name: string | null;
  reason_at: number | null;
  begun_by: string;
  begun_by_name: string;
  begun_at: number;
  released_by: string | null;
  released_by_name: string | null;
  released_at: number | null;
  release_reason: string | null;
}

/** A door that a lockdown covers: those that its target had when it began. */
export interface LockdownDoorTable {
  lockdown_id: string;
  door_id: DoorId;
  /** 0 or 1: somebody had locked it down already, at the box or the panel: the release of this one does not end that. */
  was_locked: number;
  /** What its box was asked for. Null where no box drives it. */
  wish_id: string | null;
  release_wish_id: string | null;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    lockdown: LockdownTable;
    lockdown_door: LockdownDoorTable;
  }
}
