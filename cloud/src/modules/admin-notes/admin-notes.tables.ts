/** Something that staff of a facility should know of it. */
export interface AdminNoteTable {
  id: string;
  facility_id: string;
  text: string;
  /** `user:<id>`. */
  written_by: string;
  written_at: number;
  changed_by: string;
  changed_at: number;
}

declare module '../../db/tables.ts' {
  interface Tables {
    admin_note: AdminNoteTable;
  }
}
