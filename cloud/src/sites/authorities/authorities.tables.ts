import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';

/** A certificate authority of one facility: it vouches for its boxes on their LAN. */
export interface FacilityAuthorityTable {
  facility_id: FacilityId;
  /** Counts from 1. */
  generation: number;
  /** PEM. */
  certificate: string;
  /** PEM, PKCS #8. */
  private_key: string;
  ends_at: number;
}

/** A name or an address that the latest certificate of a listener of a box is for. */
export interface CertifiedNameTable {
  box_id: BoxId;
  listener: string;
  /** In lower case. */
  name: string;
  /** Whose authority signed it. */
  facility_id: FacilityId;
  /** When the certificate ends. */
  ends_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    facility_authority: FacilityAuthorityTable;
    certified_name: CertifiedNameTable;
  }
}
