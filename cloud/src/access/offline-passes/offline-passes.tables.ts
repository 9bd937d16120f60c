import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';

/** An outage pass that was issued: everything that it says, so that it can be signed again, and what became of it. */
export interface OutagePassTable {
  id: string;
  facility_id: FacilityId;
  partner_id: PartnerId;
  member_id: string;
  /** `presentedHash` of the member. */
  member_hash: string;
  /** JSON: the indexes of the doors. */
  doors: string;
  phone: string;
  /** Unix seconds, `[from_s, until_s)`. */
  from_s: number;
  until_s: number;
  uses: number;
  issued_at: number;
  issued_by: string;
  /** Unix milliseconds; null while it is not revoked. */
  revoked_at: number | null;
  revoked_why: string | null;
  /** 0 or 1: its end is so long ago that boxes have been told to forget that it was revoked. */
  forgotten: number;
  /** At which version of the facility's access the pass was last held against the rules. */
  checked_version: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    outage_pass: OutagePassTable;
  }
}
