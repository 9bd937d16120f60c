import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';

/** Something that a restored database and the world outside did not agree about. */
export interface RestoreDifferenceTable {
  id: string;
  facility_id: FacilityId;
  kind: string;
  /** What it is about, by its id. */
  subject: string;
  /** For staff. */
  message: string;
  found_at: number;
  confirmed_by: string | null;
  confirmed_at: number | null;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    restore_difference: RestoreDifferenceTable;
  }
}
