import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';

/** Somebody who is invited to install doors at a facility; sent anew, it is the same one. */
export interface InstallerInviteTable {
  /** `ins_…`, which opens nothing. */
  id: string;
  facility_id: FacilityId;
  user_id: string;
  /** As it was invited, in lower case: what the user is called, or holds elsewhere, is not said here. */
  email: string;
  /** What whoever invites calls them. */
  name: string;
  /** SHA-256 of what is behind the `#` of the newest link, hex. */
  link_hash: string;
  /** An actor. */
  invited_by: string;
  invited_at: number;
  ends_at: number;
  revoked_at: number | null;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    installer_invite: InstallerInviteTable;
  }
}
