import type { BoxId } from '@gatehouse/shared/ids/ids.ts';

/** An entry that a box let in: whom partners were told of, and what became of the lock. Whichever comes first makes the row. */
export interface LocalEntryTable {
  box_id: BoxId;
  entry_id: string;
  /** JSON: the members that it is about. Null until the grant has come, and again once both halves are told. */
  members: string | null;
  /** JSON: what the box said of the lock, and when. Null until that has come. */
  released: string | null;
  stored_at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    local_entry: LocalEntryTable;
  }
}
