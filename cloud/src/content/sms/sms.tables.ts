import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { SmsEncoding } from './segments.ts';

export type SmsKind = 'transactional' | 'marketing';
/** `done`: nothing of it is open any more. */
export type SmsState = 'scheduled' | 'sending' | 'done' | 'cancelled';
export const OPEN_STATES = ['waiting', 'quiet', 'handing'] as const;
export const RECIPIENT_STATES = [
  ...OPEN_STATES,
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'opted_out',
  'skipped',
] as const;
/**
 * `quiet`: waits for the end of the facility's quiet hours. `handing`: the provider was asked, or is about to be, and what came of
 * it is not known yet. `sent`: the provider has taken it. `skipped`: it was never handed over, `error` says why.
 */
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** One text to up to 1,000 people. */
export interface SmsMessageTable {
  id: string;
  org_id: OrgId;
  facility_id: FacilityId | null;
  kind: SmsKind;
  template_kind: string | null;
  /** As it is sent: with who it is from, and how to end it. A secret in it is not shown. */
  text: string;
  /** As it is sent with the secret, AES-256-GCM, by a key that is not in the database. Null: `text` is all. */
  sealed: string | null;
  encoding: SmsEncoding;
  segments: number;
  /** The moment that was asked for. Neither this nor `send_local`: at once. */
  send_at: number | null;
  /** `YYYY-MM-DDTHH:mm`, in the zone of each recipient's facility. */
  send_local: string | null;
  state: SmsState;
  created_by: string;
  created_at: number;
}

export interface SmsRecipientTable {
  message_id: string;
  seq: number;
  /** Its zone says what time it is where they are. */
  facility_id: FacilityId;
  /** E.164. Null once they are erased. */
  phone: string | null;
  partner_id: PartnerId | null;
  member_id: string | null;
  user_id: string | null;
  planned_at: number;
  /** When something is to be done about it next. Null: nothing is. */
  due_at: number | null;
  state: RecipientState;
  /** When the provider was asked last. */
  handing_at: number | null;
  /** The provider's own id of it. */
  provider_id: string | null;
  /** A word of ours, or the number of the provider's error. */
  error: string | null;
  changed_at: number;
}

/** Between these minutes of the local day nobody at the facility gets marketing. */
export interface SmsQuietHoursTable {
  facility_id: FacilityId;
  from_minute: number;
  until_minute: number;
  set_by: string;
  set_at: number;
}

/** `in`: agreed to marketing. `out`: wants nothing any more. `none`: has taken back an `out`, which agrees to nothing. */
export type ConsentState = 'in' | 'out' | 'none';

/** How somebody stands to texts of an organisation. Numbers are known by a keyed hash alone, so this outlives an erasure. */
export interface SmsConsentTable {
  /** Empty: of every organisation, since all of them write from the number that was answered. */
  org_id: OrgId | '';
  phone_hash: string;
  state: ConsentState;
  at: number;
}

/** How that came about, never changed: what was agreed to, and what proves it. */
export interface SmsConsentEntryTable {
  /** Of what was answered to a text: the provider's id of the answer. */
  id: string;
  org_id: OrgId | '';
  phone_hash: string;
  state: ConsentState;
  source: 'staff' | 'answer' | 'provider';
  /** What they agreed to, or wrote. Null once they are erased. */
  wording: string | null;
  proof: string | null;
  facility_id: FacilityId | null;
  partner_id: PartnerId | null;
  member_id: string | null;
  user_id: string | null;
  at: number;
  stored_by: string;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    sms_message: SmsMessageTable;
    sms_recipient: SmsRecipientTable;
    sms_quiet_hours: SmsQuietHoursTable;
    sms_consent: SmsConsentTable;
    sms_consent_entry: SmsConsentEntryTable;
  }
}
