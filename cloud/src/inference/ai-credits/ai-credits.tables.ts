import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';

/** What somebody wrote beside an adjustment: not in the ledger, so that it can go. */
interface AiAdjustmentTable {
  transfer_id: string;
  facility_id: FacilityId;
  note: string;
  made_by: string;
  made_at: number;
}

/** What the requests of a UTC day came to, once no more can be booked to it. */
export interface AiChargeDayTable {
  /** `atx_…`, in the order of time. */
  id: string;
  facility_id: FacilityId;
  day: string;
  micros: number;
  requests: number;
  /** The last moment of the day. */
  at: number;
  closed_at: number;
}

/** A day that is closed for all facilities, whether anything was asked on it or not. */
interface AiClosedDayTable {
  day: string;
  closed_at: number;
}

/** A receipt, which never changes. Numbers of a year are without gaps. */
export interface AiReceiptTable {
  /** `R-2026-000123` */
  number: string;
  year: number;
  place: number;
  transfer_id: string;
  facility_id: FacilityId;
  /** JSON: all that stands on it. */
  body: string;
  made_at: number;
}

/** The last place that was given out in a year. */
interface AiReceiptYearTable {
  year: number;
  last: number;
}

/** The statement of a month that is over, which never changes. */
interface AiStatementTable {
  facility_id: FacilityId;
  month: string;
  /** JSON: all that stands on it. */
  body: string;
  made_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    ai_adjustment: AiAdjustmentTable;
    ai_charge_day: AiChargeDayTable;
    ai_closed_day: AiClosedDayTable;
    ai_receipt: AiReceiptTable;
    ai_receipt_year: AiReceiptYearTable;
    ai_statement: AiStatementTable;
  }
}
