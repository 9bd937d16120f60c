import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';

/** Somebody who gets the daily digest of a facility, or of the platform, by e-mail. */
export interface DailyDigestSubscriptionTable {
  id: string;
  user_id: string;
  /** Empty for the platform. */
  facility_id: FacilityId | '';
  /** Of the local day, 0 to 23. */
  hour: number;
  /** `monday` …; empty for every day. */
  weekday: string;
  /** The IANA zone that `due_at` was found in: the facility's, or the one that was chosen for the platform. */
  zone: string;
  /** 0 or 1. */
  enabled: number;
  due_at: number;
  sent_at: number | null;
  created_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    briefing_subscription: DailyDigestSubscriptionTable;
  }
}
