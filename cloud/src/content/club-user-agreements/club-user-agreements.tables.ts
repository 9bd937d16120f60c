import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Requirement } from '../agreements/agreements.module.ts';
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
  deliver: 'email' | 'sms' | 'desk';
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

/** That somebody has signed, and what: who that was is in the evidence. Triggers keep it as it is; it goes with the agreement. */
export interface CuaSignatureTable {
  id: string;
  cua_id: string;
  agreement_id: string;
  version_id: string;
  version_number: number;
  /** Of the variation that was in force; 0 where there was none. */
  variation_revision: number;
  facility_id: FacilityId;
  method: Requirement;
  document_sha256: string;
  /** Of the evidence, which has a salt in it: without that nobody can find out whose it was by trying. */
  evidence_sha256: string;
  signed_at: number;
}

/** Who signed, how, and from where. Triggers keep it as it is. */
export interface CuaEvidenceTable {
  signature_id: string;
  /** Canonical JSON. */
  evidence: string;
}

/** What somebody has signed who was erased: their evidence, names and events, sealed. */
export interface CuaRestrictedTable {
  signature_id: string;
  /** AES-256-GCM, by a key that is not in the database. */
  sealed: string;
  signed_at: number;
  restricted_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    club_user_agreement: ClubUserAgreementTable;
    cua_event: CuaEventTable;
    cua_signature: CuaSignatureTable;
    cua_evidence: CuaEvidenceTable;
    cua_restricted: CuaRestrictedTable;
  }
}
