/** What one unit revoked. */
export interface RevocationTable {
  id: string;
  at: number;
  /** JSON: the marks. */
  marks: string;
  /**
   * `new`: it may not be marked outside yet. `marked`: it is. `waiting`: it came back after a restore, and is about somebody
   * whom this database does not know yet.
   */
  state: 'new' | 'marked' | 'waiting';
}

/** One row: how far this database has come. The same is kept outside. */
export interface DatabasePulseTable {
  id: number;
  beats: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    revocation: RevocationTable;
    database_pulse: DatabasePulseTable;
  }
}
