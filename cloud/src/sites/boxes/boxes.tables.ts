import type { BootId, BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Generated } from 'kysely';

/** A box that shows a code and waits for somebody to type it. */
export interface BoxClaimTable {
  /** Whose claim it is: what else it says, anybody may say too. */
  public_key: string;
  box_id: BoxId;
  /** HMAC of the code, hex: unique among the open ones. Null of a box that sends a hash of it. */
  code_mac: Generated<string | null>;
  /** SHA-256 of `<boxId>:<code>`, hex, of a box of an earlier release; empty of any other. */
  code_hash: string;
  /** Where it came from: shares of the open ones go by that. */
  network: string;
  expires_at: number;
}

export interface BoxTable {
  id: BoxId;
  facility_id: FacilityId;
  /** Raw Ed25519 key, base64url. */
  public_key: string;
  status: 'active' | 'decommissioned';
  claimed_at: number;
  /** Rises with every change of what the box should be. */
  desired_revision: number;
  /** What staff call it and where it hangs. */
  name: Generated<string | null>;
  serial_number: Generated<string | null>;
  location: Generated<string | null>;
  /** Rises with every change of what it should drive; 0 before the first. */
  configuration_version: Generated<number>;
  /** Since when it has been found, without a break, not to be as it should; null while it is. */
  differs_since: Generated<number | null>;
  /** A UUID: revisions of another one say nothing. Null until a restore begins the first. */
  desired_epoch: Generated<string | null>;
  /** Since when its doors, as they are known here, wait for somebody to confirm them: the database was restored. Null otherwise. */
  held_since: Generated<number | null>;
}

/** What a box last said that it has and drives. */
export interface BoxReportTable {
  box_id: BoxId;
  reported_at: number;
  /** JSON of the shared ConfigurationReport. */
  report: string;
}

/** The newest beacon of each box, and whether its connection is known to have ended since. */
export interface BoxPresenceTable {
  box_id: BoxId;
  boot_id: BootId;
  connection_id: string;
  /** The box's monotonic clock when it sent the beacon: of two of one boot the later one counts. */
  sent_mono_ms: number;
  received_at: number;
  gone_at: number | null;
  /** JSON of the beacon. */
  beacon: string;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    box_claim: BoxClaimTable;
    box: BoxTable;
    box_presence: BoxPresenceTable;
    box_report: BoxReportTable;
  }
}
