import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Generated } from 'kysely';

export interface PartnerTable {
  id: PartnerId;
  name: string;
  linking_method: 'facility_id' | 'linking_identifier';
  /** What facilities call the identifier, such as "Branch code". */
  linking_label: string;
  /** JSON: requests a second by endpoint id, where they differ from the default. */
  rate_limits: string;
  prefix: Generated<string>;
  /** JSON: a list of key and label. */
  custom_fields: Generated<string>;
  website: Generated<string | null>;
  /** Whom the platform writes to while something is down. */
  outage_email: Generated<string | null>;
  security_email: Generated<string | null>;
}

/** The organisations whose data a partner may know of at all. */
export interface PartnerOrganisationTable {
  partner_id: PartnerId;
  org_id: OrgId;
  /** Null: before this was kept. */
  since: Generated<number | null>;
  /** An admin of it withdrew a consent, and nobody has consented to a key since. */
  withdrawn_at: Generated<number | null>;
}

/** The organisations that a partner may know nothing of any more. */
export interface PartnerOrganisationEndedTable {
  partner_id: PartnerId;
  org_id: OrgId;
  /** As it was called then. */
  name: string;
  ended_at: number;
}

export interface PartnerKeyTable {
  /** UUID. */
  id: string;
  partner_id: PartnerId;
  label: string;
  type: 'live' | 'dryrun' | 'read-only';
  /** The first characters of the secret: the index to find it by, and what a redacted key shows. */
  prefix: string;
  /** SHA-256 of the whole key, hex. */
  hash: string;
  created_at: number;
  last_used_at: number | null;
  /** A rotated key works until then. */
  expires_at: number | null;
  revoked_at: number | null;
  /** The user who made it, or made the key that it was rotated from; null for an operator at the machine. */
  made_by: string | null;
  /** The address that it was last used from. */
  last_used_from: string | null;
  /** The session of the console that it ends with, where it was made for trying. */
  session_id: string | null;
}

/** Somebody at a partner who signs in at its console. */
export interface PartnerContactTable {
  /** `pct_…` */
  id: string;
  partner_id: PartnerId;
  /** Lower-case. */
  email: string;
  name: string;
  role: 'owner' | 'developer';
  created_at: number;
}

/** An organisation that a key reaches. */
export interface PartnerKeyOrganisationTable {
  key_id: string;
  org_id: OrgId;
  /** The user of the organisation who let it; null where the key was made for it. */
  consented_by: string | null;
  consented_at: number | null;
}

export interface PartnerIntegrationTable {
  partner_id: PartnerId;
  facility_id: FacilityId;
  /** 0 or 1. */
  enabled: number;
  linking_identifier: string | null;
  /** JSON: what the facility filled in, by the key of the partner's field. */
  custom_values: Generated<string>;
  /** Null: never, or before this was kept. */
  enabled_at: Generated<number | null>;
  disabled_at: Generated<number | null>;
}

/** What was not taken of a request: kept for some days. */
export interface PartnerRemarkTable {
  request_id: string;
  /** Within the request, from 0. */
  number: number;
  partner_id: PartnerId;
  at: number;
  /** Where the item stood in the batch. */
  item: number;
  facility_id: FacilityId | null;
  member_id: string | null;
  /** JSON: the other identifiers that the item goes by. */
  ids: string;
  /** The field that was ignored; null: the item was skipped. */
  path: string | null;
  reason: string;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    partner: PartnerTable;
    partner_organisation: PartnerOrganisationTable;
    partner_organisation_ended: PartnerOrganisationEndedTable;
    partner_contact: PartnerContactTable;
    partner_key: PartnerKeyTable;
    partner_key_organisation: PartnerKeyOrganisationTable;
    partner_integration: PartnerIntegrationTable;
    partner_remark: PartnerRemarkTable;
  }
}
