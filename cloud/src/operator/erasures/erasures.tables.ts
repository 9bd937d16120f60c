import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';

/** An order to erase a member. It stays when it is carried out, without the member: a restored database has to do it again. */
export interface ErasureTable {
  id: string;
  facility_id: FacilityId;
  partner_id: PartnerId;
  /** A keyed hash of the member, hex. */
  mark: string;
  /** Rows that were stored later belong to a new member of the same id. */
  ordered_at: number;
  /** JSON: the member's id. Null once nothing is left to be done. */
  subject: string | null;
  done_at: number | null;
}

/** What the audit calls a member. Erased with the member, and then it says nothing. */
export interface MemberPseudonymTable {
  pseudonym: string;
  facility_id: FacilityId;
  partner_id: PartnerId;
  member_id: string;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    erasure: ErasureTable;
    member_pseudonym: MemberPseudonymTable;
  }
}
