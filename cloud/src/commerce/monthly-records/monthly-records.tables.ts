import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { OwnerKey } from '../ledger/owner-key.ts';

/** What a month came to for one payer and way of paying. But for being paid, it never changes. */
export interface MonthlyRecordTable {
  id: string;
  payer_key: OwnerKey;
  org_id: OrgId;
  /** `YYYY-MM`. */
  month: string;
  method: 'wallet' | 'invoice';
  /** JSON: a list of `RecordLine`. */
  lines: string;
  total_cents: number;
  micros: number;
  /** `issued`: it is owed. */
  state: 'issued' | 'paid' | 'void';
  reference: string | null;
  due_at: number | null;
  closed_at: number;
  paid_at: number | null;
  received_cents: number | null;
}

/** Months of which every payer has its record. */
export interface MonthlyCloseTable {
  month: string;
  closed_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    monthly_record: MonthlyRecordTable;
    monthly_close: MonthlyCloseTable;
  }
}
