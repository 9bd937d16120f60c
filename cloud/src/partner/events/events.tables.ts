import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Generated } from 'kysely';

/** Something a partner may pull from its feed. Written with its cause; numbered when somebody first reads that far. */
export interface PartnerEventTable {
  /** The order of writing, which is that of causes and effects; not that of commits, so no place in the feed. */
  written: Generated<number>;
  id: string;
  partner_id: PartnerId;
  facility_id: FacilityId;
  kind: string;
  /** When it happened, as far as is known. */
  occurred_at: number;
  recorded_at: number;
  /** JSON: what the kind tells. */
  data: string;
  /** Whom `data` is about, if it is about somebody. */
  member_id: string | null;
  /** Its place in the partner's feed. Null until a reader comes. */
  seq: number | null;
}

/** How far a partner's feed is numbered, and how far it is gone. Its row lock is what numbering happens under. */
export interface PartnerFeedTable {
  partner_id: PartnerId;
  last_seq: number;
  /** The highest number that is past its retention. */
  removed_through: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    partner_event: PartnerEventTable;
    partner_feed: PartnerFeedTable;
  }
}
