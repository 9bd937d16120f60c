import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Generated } from 'kysely';

/** A member as one partner knows them at one facility. */
export interface MemberTable {
  partner_id: PartnerId;
  facility_id: FacilityId;
  member_id: string;
  /** JSON: a `MemberRecord`. */
  record: string;
  /** `updated` as the partner sent it: an older one never overwrites a newer one. */
  updated_at: number | null;
  /** When this row was last written; windows have a row of their own. */
  stored_at: number;
  /** Where the picture lies in the object store. */
  picture_key: string | null;
}

/** The access time windows of a member from one partner, whole. A revision without windows stays, so that older ones stay out. */
export interface MemberWindowsTable {
  partner_id: PartnerId;
  facility_id: FacilityId;
  member_id: string;
  revision: number;
  /** SHA-256 of the normal form of the windows as they were sent under this revision, hex. */
  hash: string;
  /** The normal form of those that count, as canonical JSON: of those that were sent, or of fewer. */
  canonical: string;
  /** JSON: the keys in the order of the program's slots. */
  scope_keys: string;
  /** Compiled, its scopes still unbound. */
  program: Uint8Array;
  /** 0 or 1: fewer count than were sent, because something else of the item was wrong. */
  held: Generated<number>;
}

/** Every object that was ever begun to be put, until it is removed: so none is forgotten. */
export interface MemberPictureTable {
  object_key: string;
  /** `put`: no row names it yet. `used`: one row does. `doomed`: none ever will again. */
  state: 'put' | 'used' | 'doomed';
  at: number;
}

/** The last batch in which a member of the facility came more than once: see `repeated-batches.ts`. */
export interface MemberPushTable {
  partner_id: PartnerId;
  facility_id: FacilityId;
  /** SHA-256 of the body, hex. */
  digest: string;
  /** The facility's version when the batch had been applied. */
  version: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    member: MemberTable;
    member_windows: MemberWindowsTable;
    member_picture: MemberPictureTable;
    member_push: MemberPushTable;
  }
}
