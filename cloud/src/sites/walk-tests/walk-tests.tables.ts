import type { BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';

/** A walk from door to door of a box, with each tried. */
export interface WalkTestTable {
  id: string;
  facility_id: FacilityId;
  box_id: BoxId;
  /** Of what the box should drive when it began. */
  configuration_version: number;
  /** JSON of the doors and their steps, as they were when it began. */
  doors: string;
  begun_at: number;
  /** `user:<id>`. */
  begun_by: string;
  /** Null while it is under way. */
  ended_at: number | null;
  ended_by: string | null;
}

/** What came of one step at one door; there is no row before that. */
export interface WalkTestStepTable {
  walk_test_id: string;
  door_id: DoorId;
  step: string;
  outcome: 'seen' | 'failed' | 'skipped';
  noted_at: number;
  noted_by: string;
  /** When what shows it came of the box; null where a person saw it, or nobody did. */
  shown_at: number | null;
  /** The fact in the box’s journal that shows it. */
  epoch: string | null;
  seq: number | null;
  note: string | null;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    walk_test: WalkTestTable;
    walk_test_step: WalkTestStepTable;
  }
}
