import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';

/** How e-mails of a kind are worded at a place, in a language. Without organisation and facility: everywhere. */
export interface EmailMappingTable {
  id: string;
  kind: string;
  /** Null for one of a facility as well: that says whose it is. */
  org_id: OrgId | null;
  facility_id: FacilityId | null;
  locale: string;
  subject: string;
  text_body: string;
  html_body: string | null;
  from_name: string | null;
  reply_to: string | null;
  /** A JSON array of addresses. */
  also_to: string;
  enabled: number;
  revision: number;
  /** `user:<id>`. */
  changed_by: string;
  changed_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    email_mapping: EmailMappingTable;
  }
}
