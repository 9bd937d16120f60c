/** A certificate authority of one facility: it vouches for its boxes on their LAN. */
export interface FacilityAuthorityTable {
  facility_id: string;
  /** Counts from 1. */
  generation: number;
  /** PEM. */
  certificate: string;
  /** PEM, PKCS #8. */
  private_key: string;
  ends_at: number;
}

declare module '../../db/tables.ts' {
  interface Tables {
    facility_authority: FacilityAuthorityTable;
  }
}
