import type { DoorId, FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Generated } from 'kysely';

/** A facility's access rules as one thing with a version: its row lock orders whoever changes them. */
export interface FacilityAccessTable {
  facility_id: FacilityId;
  /** Higher with every change of what somebody may enter. */
  version: number;
  /** How many access scopes were ever given a number: the next one's. */
  scopes_numbered: Generated<number>;
}

/** A named set of doors of a facility. */
export interface AccessScopeTable {
  id: string;
  facility_id: FacilityId;
  /** Its number in compiled records: given once, never again. */
  number: number;
  name: string;
}

export interface AccessScopeDoorTable {
  scope_id: string;
  door_id: DoorId;
}

/** A word by which a partner names a part of a facility, and what the facility takes it for. */
export interface ScopeKeyTable {
  facility_id: FacilityId;
  partner_id: PartnerId;
  key: string;
  /** Its number in compiled records: given once, never again. */
  number: number;
  /** JSON: an `AccessTarget`. Null until somebody maps it. */
  target: string | null;
  /** 0 or 1. */
  disabled: number;
  /** How many members have a window with this key right now. */
  member_count: number;
  first_at: number;
}

/** A partner as a source of access at a facility. */
export interface AccessSourceTable {
  facility_id: FacilityId;
  partner_id: PartnerId;
  /** Its number in compiled records: given once, never again. */
  number: number;
  last_push_at: number | null;
  /** Since when some of its data is refused. */
  refused_since: number | null;
  /** 0 or 1. */
  refusal_warned: number;
}

/** A member whose data was refused, until it is taken. `member_id` is empty where nobody knows whose it was. */
export interface RefusedMemberTable {
  facility_id: FacilityId;
  partner_id: PartnerId;
  member_id: string;
  since: number;
  last_at: number;
  reason: string;
  /** 0 or 1: it is warned of at once. */
  urgent: Generated<number>;
}

/** What a status word of a partner means, where that is not the default. */
export interface StatusWordTable {
  partner_id: PartnerId;
  word: string;
  effect: 'allow' | 'deny' | 'ignore';
}

/** An entry of the access change log: a change at a facility that its boxes do not have yet. */
export interface SnapshotChangeTable {
  facility_id: FacilityId;
  /** See `change-key.ts`. */
  subject: string;
  /** The smaller, the more urgent. */
  rank: number;
  at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    facility_access: FacilityAccessTable;
    snapshot_change: SnapshotChangeTable;
    access_scope: AccessScopeTable;
    access_scope_door: AccessScopeDoorTable;
    scope_key: ScopeKeyTable;
    access_source: AccessSourceTable;
    refused_member: RefusedMemberTable;
    status_word: StatusWordTable;
  }
}
