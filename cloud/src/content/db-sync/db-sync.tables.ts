/** Which installation the database is of. */
export interface SyncInstallationTable {
  only_one: 1;
  id: string;
  /** Of what is, or was, the source of a staging: the key of its masks, in hex. It never leaves this table. */
  mask_key: string | null;
}

export interface SyncRunTable {
  /** `run_…`; where a live socket is told, that of its lines too. */
  id: string;
  dry_run: 0 | 1;
  /** In the order of copying, parted by commas. */
  tables: string;
  state: 'queued' | 'running' | 'done' | 'failed';
  /** 1 until it has ended: no two are open. */
  open: 1 | null;
  started_by: string;
  started_at: number;
  finished_at: number | null;
  error: string | null;
  /** JSON: what it found, by table. */
  counts: string | null;
  /** Whether a live socket is told. */
  live: 0 | 1;
}

export interface SyncLineTable {
  run_id: string;
  /** From 1 on. */
  seq: number;
  at: number;
  level: 'info' | 'warning' | 'error';
  text: string;
  done: number | null;
  total: number | null;
}

/** When a table was last taken from the source. */
export interface SyncTableTable {
  name: string;
  run_id: string;
  synced_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    sync_installation: SyncInstallationTable;
    sync_run: SyncRunTable;
    sync_line: SyncLineTable;
    sync_table: SyncTableTable;
  }
}
