import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';

/** Where the snapshot of a facility stands. Its row lock orders whoever writes it. */
export interface SnapshotHeadTable {
  facility_id: FacilityId;
  /** A UUID: numbers of another one say nothing. */
  epoch: string;
  /** Of the newest entries. */
  revision: number;
  /** `SetHash` over every entry that is there, hex. */
  hash: string;
  /** How many that are. */
  entries: number;
  /** What the entries were made by, beside what is stored: `madeBy`. */
  made_by: string;
  /** While everybody is made anew: the last subject that was, empty before the first. Null otherwise. */
  round: string | null;
  /** 0 or 1: everybody has been made once, so that there is something whole to give. */
  built: number;
}

/** One thing that boxes know of a facility. `digest` and `data` are null for what is there no more. */
export interface SnapshotEntryTable {
  facility_id: FacilityId;
  kind: string;
  id: string;
  /** The revision it last changed with. */
  revision: number;
  /** `entryDigest`, hex. */
  digest: string | null;
  /** JSON. */
  data: string | null;
}

/** What entries and facts call somebody at a facility: given once, also if they leave and come back. */
export interface PersonNumberTable {
  facility_id: FacilityId;
  number: number;
  /** A member, or a person whom staff made of members. `gone:` and the number for somebody who was erased. */
  subject: string;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    snapshot_head: SnapshotHeadTable;
    snapshot_entry: SnapshotEntryTable;
    person_number: PersonNumberTable;
  }
}
