/** A member as one partner knows them at one facility. */
export interface MemberTable {
  partner_id: string;
  facility_id: string;
  member_id: string;
  first_name: string;
  last_name: string;
}

declare module '../../db/tables.ts' {
  interface Tables {
    member: MemberTable;
  }
}
