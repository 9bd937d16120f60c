import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';

/** Who has to agree: a club as a whole, or each person at a club. */
export type Kind = 'club' | 'club-user';
export type State = 'draft' | 'active' | 'archived';
/** What a club does to acknowledge: `none` is there to be read. */
export type Requirement = 'signature' | 'checkbox' | 'popup' | 'none';

/** An agreement of an organisation, or of the platform. Kept for as long as the cloud is: what was signed refers to it. */
export interface AgreementTable {
  id: string;
  /** Null: the platform's. */
  org_id: OrgId | null;
  /** Of the current version; of the draft, until there is one. */
  title: string;
  /** The same in lower case without marks, to be found and sorted by. */
  title_key: string;
  kind: Kind;
  state: State;
  /** `chosen`: those of `agreement_audience`. */
  audience: 'all' | 'chosen';
  /** The number of the version that counts; 0 before the first. */
  current_version: number;
  /** JSON of a `CuaConfig`, where the kind is `club-user`. */
  cua_config: string | null;
  /** Counts the changes that were saved. */
  revision: number;
  created_by: string;
  created_at: number;
  changed_by: string;
  changed_at: number;
}

/** An organisation or a facility that an agreement is for. */
export interface AgreementAudienceTable {
  agreement_id: string;
  scope: 'organisation' | 'facility';
  scope_id: string;
}

/** What the next version is going to be. Gone once it is published. */
export interface AgreementDraftTable {
  agreement_id: string;
  /** JSON of a `Content`. */
  content: string;
  saved_by: string;
  saved_at: number;
}

/** A published version. Triggers keep its rows as they are. */
export interface AgreementVersionTable {
  id: string;
  agreement_id: string;
  number: number;
  title: string;
  requirement: Requirement;
  body_md: string;
  /** JSON: a list of `Attachment`. */
  attachments: string;
  change_note: string;
  /** 0: who had acknowledged the version before need not do so again. */
  reacknowledge: number;
  /** The oldest version whose acknowledgement counts for this one. */
  counts_from: number;
  /** `YYYY-MM-DD`, where each club is. */
  effective_on: string;
  sha256: string;
  published_by: string;
  published_at: number;
}

/** What differs of an agreement at one club: the newest revision counts. Triggers keep its rows as they are. */
export interface AgreementVariationTable {
  agreement_id: string;
  facility_id: FacilityId;
  revision: number;
  /** JSON: a list of `Clause`. Empty: nothing differs any more. */
  clauses: string;
  note: string;
  from_on: string;
  until_on: string | null;
  sha256: string;
  made_by: string;
  made_at: number;
}

/** That a club has agreed, and the evidence of it. Triggers keep its rows as they are. */
export interface AgreementSignatureTable {
  id: string;
  agreement_id: string;
  version_id: string;
  version_number: number;
  /** Of the variation that was in force; 0 where there was none. */
  variation_revision: number;
  facility_id: FacilityId;
  signer_id: string;
  method: Requirement;
  document_sha256: string;
  /** Canonical JSON. */
  evidence: string;
  evidence_sha256: string;
  signed_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    agreement: AgreementTable;
    agreement_audience: AgreementAudienceTable;
    agreement_draft: AgreementDraftTable;
    agreement_version: AgreementVersionTable;
    agreement_variation: AgreementVariationTable;
    agreement_signature: AgreementSignatureTable;
  }
}
