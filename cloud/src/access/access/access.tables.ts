import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';

/** Somebody as staff of one facility know them, whichever partners send them as a member. No push changes it. */
export interface FacilityPersonTable {
  id: string;
  facility_id: FacilityId;
  /** 0 or 1, like the other two. */
  disabled: number;
  banned: number;
  /** All access is blocked. */
  blocked: number;
  /** 0 or 1: doors stay released for longer when this person enters. Says nothing of why. */
  extended: number;
  /** Why the flags are as they are, in the words of who set them last. */
  reason: string;
  changed_by: string;
  changed_at: number;
}

/** Which person a member is: by staff's word only. */
export interface PersonMemberTable {
  partner_id: PartnerId;
  facility_id: FacilityId;
  member_id: string;
  person_id: string;
}

/** Access that staff gave a person, round the clock within its dates. */
export interface AccessGrantTable {
  id: string;
  facility_id: FacilityId;
  person_id: string;
  /** JSON: an `AccessTarget`. */
  target: string;
  /** Unix seconds, inclusive. */
  from_s: number | null;
  /** Unix seconds, exclusive. */
  until_s: number | null;
  /** 0 or 1. */
  break_glass: number;
  /** In the words of who gave it; empty where nobody asked. */
  reason: string;
  granted_by: string;
  granted_at: number;
}

/** Which doors an access zone of a partner's plans is. */
export interface PlanZoneTable {
  facility_id: FacilityId;
  partner_id: PartnerId;
  name: string;
  /** JSON: an `AccessTarget`. */
  target: string;
}

export interface AccessPolicyTable {
  facility_id: FacilityId;
  /** JSON: a `FacilityPolicy`. */
  policy: string;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    facility_person: FacilityPersonTable;
    person_member: PersonMemberTable;
    access_grant: AccessGrantTable;
    plan_zone: PlanZoneTable;
    access_policy: AccessPolicyTable;
  }
}
