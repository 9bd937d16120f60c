import type { BoxId, EventId, FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Generated } from 'kysely';

/** Something that an operator hears of. Written with its cause; numbered when somebody first reads that far. */
export interface OperatorEventTable {
  /** The order of writing; no place in the feed. */
  written: Generated<number>;
  id: EventId;
  org_id: OrgId;
  facility_id: FacilityId;
  type: string;
  /** When it happened, as far as is known. */
  occurred_at: number;
  recorded_at: number;
  /** JSON: what the type tells. */
  data: string;
  /** Whom `data` is about, if it is about a member. */
  member_id: string | null;
  /** Its place in the organisation's feed. Null until a reader comes. */
  seq: number | null;
}

/** How far an organisation's feed is numbered, gone, and sent to its webhooks. Its row lock is what numbering happens under. */
export interface OperatorFeedTable {
  org_id: OrgId;
  last_seq: number;
  removed_through: number;
  sent_through: number;
}

/** Whether a box was online when that was last looked at: its changes are events. */
export interface BoxWatchTable {
  box_id: BoxId;
  /** 0 or 1. */
  online: number;
  since: number;
}

/** Where an organisation's events are sent. */
export interface WebhookEndpointTable {
  id: string;
  org_id: OrgId;
  url: string;
  description: string;
  /** JSON: the types of events, or their beginnings (`access.*`); empty for all. */
  types: string;
  /** `whsec_…`: what deliveries are signed with. Never in an answer after the first. */
  secret: string;
  /** The one before, which signs as well until its time is over. */
  old_secret: string | null;
  old_secret_until: number | null;
  /** Only what comes after this place of the feed. */
  from_seq: number;
  /** Since when nothing has arrived. */
  failing_since: number | null;
  disabled_at: number | null;
  disabled_why: string | null;
  created_at: number;
  created_by: string;
}

export type DeliveryState = 'pending' | 'delivered' | 'dead' | 'dropped';

/** One event for one endpoint, and what came of it. */
export interface WebhookDeliveryTable {
  id: string;
  endpoint_id: string;
  event_id: EventId;
  type: string;
  facility_id: FacilityId;
  state: DeliveryState;
  attempts: number;
  last_at: number | null;
  last_status: number | null;
  last_error: string | null;
  created_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    operator_event: OperatorEventTable;
    operator_feed: OperatorFeedTable;
    box_watch: BoxWatchTable;
    webhook_endpoint: WebhookEndpointTable;
    webhook_delivery: WebhookDeliveryTable;
  }
}
