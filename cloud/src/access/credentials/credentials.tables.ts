import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';

/** A card or a short id of a person: what it is recognised by, never the number. */
export interface CredentialTable {
  id: string;
  facility_id: FacilityId;
  person_id: string;
  kind: string;
  /** `presentedHash` under the facility's credential key. */
  hash: string;
  /** The last characters, for staff who hold the card in their hand. */
  hint: string;
  /** 0 or 1: asks for the person's PIN as well. */
  asks_pin: number;
  /** 0 or 1. */
  disabled: number;
  added_by: string;
  added_at: number;
}

export interface PersonPinTable {
  person_id: string;
  facility_id: FacilityId;
  /** JSON: a `PinVerifier`. */
  verifier: string;
  set_by: string;
  set_at: number;
}

/** Somebody who may sign in at the panels of a facility's boxes. */
export interface PanelStaffTable {
  id: string;
  facility_id: FacilityId;
  name: string;
  /** JSON: a `StaffEntry`. */
  entry: string;
  changed_by: string;
  changed_at: number;
}

/** Keys of one facility, made when they are first needed: 32 random bytes each, base64. */
export interface FacilitySecretTable {
  facility_id: FacilityId;
  credential_key: string;
  name_key: string;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    credential: CredentialTable;
    person_pin: PersonPinTable;
    panel_staff: PanelStaffTable;
    facility_secret: FacilitySecretTable;
  }
}
