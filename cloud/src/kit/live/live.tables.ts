import type { Generated } from 'kysely';

/** A picture that somebody watched: how far its differences are numbered, and what it looked like by then. */
export interface LivePictureTable {
  /** `facility:fac_…`. */
  name: string;
  last_seq: number;
  removed_through: number;
  /** JSON: of each entry a hash. */
  prints: string;
  /** When it last changed. */
  looked_at: number;
}

/** A step of a picture. */
export interface LiveChangeTable {
  written: Generated<number>;
  name: string;
  /** Null until it is numbered, in the unit that writes it. */
  seq: number | null;
  recorded_at: number;
  /** JSON: the entries that became different, as they are from then on. */
  changes: string;
}

declare module '../db/tables.ts' {
  interface Tables {
    live_picture: LivePictureTable;
    live_change: LiveChangeTable;
  }
}
