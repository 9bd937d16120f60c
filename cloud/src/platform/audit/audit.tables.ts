/** The seal of one UTC day of the audit. */
export interface AuditDayTable {
  /** `2026-01-31` */
  day: string;
  entries: number;
  /** SHA-256 over the entries of the day, hex. */
  entries_hash: string;
  /** `hash` of the day before; zeros for the first day of all. */
  previous: string;
  /** SHA-256 over day, count, `entries_hash` and `previous`, hex. */
  hash: string;
  sealed_at: number;
  /** When the entries were given up because they had been kept long enough. The seal stays. */
  forgotten_at: number | null;
}

/** Statistics that need not be counted again for a while. */
export interface AuditStatisticsTable {
  /** What was counted, over what, as seen by whom. */
  name: string;
  made_at: number;
  /** JSON. */
  body: string;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    audit_day: AuditDayTable;
    audit_statistics: AuditStatisticsTable;
  }
}
