/** A kind of record that is not kept for as long as it is by default. */
export interface RetentionSettingTable {
  kind: string;
  keep_days: number;
  /** Of a user. */
  set_by: string;
  set_at: number;
}

/** How big the database was at an hour. */
export interface DatabaseSizeTable {
  at: number;
  bytes: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    retention_setting: RetentionSettingTable;
    database_size: DatabaseSizeTable;
  }
}
