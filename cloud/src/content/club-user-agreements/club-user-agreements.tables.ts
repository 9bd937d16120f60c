import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { CuaState } from './cua-states.ts';

/** An agreement that somebody at a club is asked for. Forgotten after a while, unless it was signed. */
export interface ClubUserAgreementTable {
  id: string;
  agreement_id: string;
  version_id: string;
  version_number: number;
  facility_id: FacilityId;
  /** `user:<id>`, `member:<partner>/<id>` or `email:<address>`: who it is about, for one at a time to be open. */
  subject_key: string;
  user_id: string | null;
  partner_id: PartnerId | null;
  member_id: string | null;
  /** What they were called as they were asked. */
  name: string;
  email: string | null;
  deliver: 'email' | 'desk';
  /** `sent` and `viewed` are over once their link has ended, whatever stands here. */
  state: CuaState;
  state_at: number;
  /** SHA-256 of the token of the link: the token itself is kept nowhere. */
  link_hash: string | null;
  link_ends_at: number | null;
  /** `YYYY-MM-DD`: the last day on which it holds once it is signed. */
  ends_on: string | null;
  created_by: string;
  created_at: number;
}

/** What has happened to it. Each row has the hash of itself and of the one before; triggers keep them as they are. */
export interface CuaEventTable {
  cua_id: string;
  seq: number;
  at: number;
  kind: string;
  by_actor: string;
  remote_address: string;
  user_agent: string | null;
  hash: string;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    club_user_agreement: ClubUserAgreementTable;
    cua_event: CuaEventTable;
  }
}
