import type { BoxId } from '@gatehouse/shared/ids/ids.ts';

/** A version of what a box should drive. Never changed, never removed. */
export interface BoxConfigurationTable {
  box_id: BoxId;
  version: number;
  /** The number of the desired state that brought it. */
  revision: number;
  made_at: number;
  made_by: string;
  /** The version whose state was taken again. */
  restored_from: number | null;
  /** JSON: `Change[]`. */
  changes: string;
  /** JSON: `BoxState`. */
  state: string;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    box_configuration: BoxConfigurationTable;
  }
}
