import type { BoxId, CommandId, DoorId, EventId, FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';

/** One request to open a door: who, why, and what came of it. Its id is the `event_id` of every answer. */
export interface UnlockAttemptTable {
  event_id: EventId;
  /** Null when no command was ever made. */
  command_id: CommandId | null;
  /** Null where staff ask; then there is a `user_id`, and nothing of a member. */
  partner_id: PartnerId | null;
  key_id: string;
  facility_id: FacilityId;
  door_id: DoorId;
  box_id: BoxId | null;
  request_id: string;
  member_id: string | null;
  first_name: string | null;
  last_name: string | null;
  full_name: string | null;
  check_in_id: string | null;
  source: string | null;
  /** JSON, as the partner sent it, unless it is long: then it is in `unlock_metadata`. */
  metadata: string | null;
  idempotency_key: string | null;
  started_at: number;
  /** With no result by then the attempt is a timeout, whatever became of the process that ran it. */
  deadline_at: number;
  finished_at: number | null;
  /** `unlocked`, `commanded` or the failure's reason. Null while running. */
  outcome: string | null;
  /** JSON: status and body as answered, replayed to whoever repeats the key. */
  answer: string | null;
  /** When the box's journal said that the lock moved: by then the answer may long have been a timeout. */
  journal_confirmed_at: number | null;
  /** Who of the staff asked. */
  user_id: string | null;
  /** Why, in their own words. */
  reason: string | null;
}

/** What a partner sent along with an unlock and is too long for its row: one of its parts. */
export interface UnlockMetadataTable {
  event_id: EventId;
  /** From 0. */
  part: number;
  /** How many there are. */
  parts: number;
  partner_id: PartnerId;
  facility_id: FacilityId;
  member_id: string;
  stored_at: number;
  /** A piece of JSON. */
  text: string;
}

/** Which attempt an idempotency key stands for, per partner or user, facility and door, for 24 hours. */
export interface UnlockKeyTable {
  /** Whose key: the partner's id or the user's. */
  owner_id: string;
  facility_id: FacilityId;
  door_id: DoorId;
  idempotency_key: string;
  event_id: EventId;
  expires_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    unlock_attempt: UnlockAttemptTable;
    unlock_key: UnlockKeyTable;
    unlock_metadata: UnlockMetadataTable;
  }
}
