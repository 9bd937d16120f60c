import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';

/** A device of any kind but a box. */
export interface DeviceTable {
  /** UUID, the device's own or given by us. */
  id: string;
  /** A `DeviceKind`. */
  kind: string;
  /** Null for one that belongs nowhere: it was reset, and nobody has registered it since. */
  facility_id: FacilityId | null;
  /** The facility's; the database has it follow when the facility moves. */
  org_id: OrgId | null;
  owner_user_id: string | null;
  name: string;
  /** In upper case: labels and people differ in that. No two devices of an organisation have the same. */
  serial_number: string | null;
  model: string | null;
  /** Its own page on the LAN. Shown, and never fetched. */
  web_address: string | null;
  /** JSON object of texts, numbers and booleans. */
  settings: string;
  /** SHA-256 of what it authenticates with, hex. */
  secret_hash: string | null;
  registered_at: number;
  /** When staff last changed something of it. */
  changed_at: number;
  /** When it last said something itself. */
  heard_at: number | null;
}

/** A factory reset that a device is to carry out when it next connects. */
export interface DeviceResetTable {
  id: string;
  device_id: string;
  /** What the device still authenticates with until it has done this. */
  secret_hash: string;
  armed_at: number;
  armed_by: string;
  /** When it was first told. */
  taken_at: number | null;
  done_at: number | null;
}

/** Of devices and of boxes. Dates as `YYYY-MM-DD`. */
export interface DeviceWarrantyTable {
  device_id: string;
  purchased_on: string | null;
  warranty_until: string | null;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    device: DeviceTable;
    device_reset: DeviceResetTable;
    device_warranty: DeviceWarrantyTable;
  }
}
