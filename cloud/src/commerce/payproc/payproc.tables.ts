import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';

/** The account of an organisation at the card provider. Times in ms since 1970. */
export interface PayprocAccountTable {
  /** Ours: the mark by which it is found at the provider, where its answer was lost. */
  id: string;
  org_id: OrgId;
  /** Null until the provider has said which it is. */
  account_id: string | null;
  made_by: string;
  made_at: number;
}

/** A word of the provider that something has happened. */
export interface PayprocEventTable {
  /** The provider’s. */
  id: string;
  type: string;
  /** Whose it is; null: the platform’s own. */
  account_id: string | null;
  object_id: string;
  received_at: number;
  /** When what it is about was looked at. */
  done_at: number | null;
}

/** Which account a payment is of, as far as events have told. */
export interface PayprocIntentTable {
  id: string;
  /** Null: the platform’s own. */
  account_id: string | null;
  facility_id: FacilityId | null;
  seen_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    payproc_account: PayprocAccountTable;
    payproc_event: PayprocEventTable;
    payproc_intent: PayprocIntentTable;
  }
}
