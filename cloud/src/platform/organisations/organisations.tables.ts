import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Generated } from 'kysely';

export interface OrganisationTable {
  id: OrgId;
  name: string;
  /** It is kept for its books alone since then. */
  archived_at: Generated<number | null>;
}

export interface FacilityTable {
  id: FacilityId;
  org_id: OrgId;
  name: string;
  brand: string | null;
  website_url: string | null;
  /** IANA zone name. */
  timezone: string;
  /** JSON. */
  social_links: string | null;
  /** JSON. */
  place_data: string | null;
  latitude: number | null;
  longitude: number | null;
  /** 0 or 1: nobody has filled in its details yet. */
  template: Generated<number>;
  /** It is kept for its books alone since then. */
  archived_at: Generated<number | null>;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    organisation: OrganisationTable;
    facility: FacilityTable;
  }
}
