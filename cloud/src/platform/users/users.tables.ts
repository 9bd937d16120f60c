import type { Generated } from 'kysely';

/** Somebody, or a tool, that works with the platform. */
export interface PlatformUserTable {
  id: string;
  /** In lower case. */
  email: string;
  first_name: string;
  last_name: string;
  phone_number: string | null;
  created_at: number;
  created_by: string;
  /** Nothing of a deleted user counts any more; the audit goes on naming them until they are forgotten. */
  deleted_at: number | null;
}

export interface RoleGrantTable {
  id: string;
  user_id: string;
  /** A `Right`. */
  role: string;
  scope: 'platform' | 'organisation' | 'facility';
  /** Of the organisation or the facility; empty for the platform. */
  scope_id: string;
  granted_by: string;
  granted_at: number;
  /** When it ends by itself; null: it does not. */
  ends_at: Generated<number | null>;
  /** Of one that ends: the latest time at which it was seen to stand. A clock that says much less has gone back, and it is over. */
  seen_at: Generated<number | null>;
}

/** A role that somebody of another organisation was asked to take. */
export interface RoleInvitationTable {
  id: string;
  user_id: string;
  role: string;
  scope: 'platform' | 'organisation' | 'facility';
  scope_id: string;
  /** By whose rights: they must hold them still when it is accepted. */
  inviter_id: string;
  invited_at: number;
  ends_at: number;
}

/** A key that a user, or a tool in their name, sends as `x-api-key`. */
export interface UserKeyTable {
  /** UUID. */
  id: string;
  user_id: string;
  label: string;
  /** The first characters of the secret: the index to find it by, and what a redacted key shows. */
  prefix: string;
  /** SHA-256 of the whole key, hex. */
  hash: string;
  created_at: number;
  created_by: string;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    platform_user: PlatformUserTable;
    role_grant: RoleGrantTable;
    role_invitation: RoleInvitationTable;
    user_key: UserKeyTable;
  }
}
