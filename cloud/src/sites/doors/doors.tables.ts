import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Generated } from 'kysely';

export interface DoorTable {
  id: DoorId;
  facility_id: FacilityId;
  /** The box that drives it; null until one is chosen. */
  box_id: BoxId | null;
  name: string;
  zone: string | null;
  location: string | null;
  device_serial_number: string | null;
  /** JSON of the shared DoorConfig. */
  config: string;
  /** JSON: the rules that staff have answered for. */
  acknowledged: Generated<string>;
  /** Rises with every change of the door. */
  version: Generated<number>;
  /** From then on it is only what past events happened at. */
  removed_at: Generated<number | null>;
}

/** What compiled records call a door: given once, and never to another door, also once it is removed. */
export interface DoorNumberTable {
  facility_id: FacilityId;
  number: number;
  door_id: DoorId;
}

/** The boxes that drive a door or did: what they tell of it counts, whenever it comes. */
export interface DoorDriverTable {
  door_id: DoorId;
  box_id: BoxId;
  /** When it was last given the door; null where that was before it was written down. */
  since_at: number | null;
}

/** Overrides: what staff ask of a door, until its box says what came of it. */
export interface DoorOverrideTable {
  id: string;
  facility_id: FacilityId;
  door_id: DoorId;
  /** maintenance | lockdown */
  kind: string;
  /** JSON of the shared MaintenanceOverride or LockdownOverride, without its id. The column kept its first name. */
  wish: string;
  /** open | taken | refused | superseded. That an override has lapsed is seen from its time. */
  state: string;
  made_at: number;
  settled_at: number | null;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    door: DoorTable;
    door_driver: DoorDriverTable;
    door_number: DoorNumberTable;
    door_wish: DoorOverrideTable;
  }
}
