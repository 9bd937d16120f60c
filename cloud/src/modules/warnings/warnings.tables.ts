/** Something an operator should look at. One row for each (kind, facility, subject), counted when it happens again. */
export interface WarningTable {
  id: string;
  kind: string;
  facility_id: string;
  subject: string;
  message: string;
  count: number;
  first_at: number;
  last_at: number;
}

declare module '../../db/tables.ts' {
  interface Tables {
    warning: WarningTable;
  }
}
