import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../db/unit-of-work.ts';
import type { FieldFault } from './batch-kind.ts';

/** A row of the batch at the facility that its link names. */
export interface Placed<Row> {
  /** Where it stood in the batch. */
  readonly index: number;
  readonly facilityId: FacilityId;
  /** The facility's IANA zone: what is local there is local in it. */
  readonly timezone: string;
  readonly row: Row;
}

/** What becomes of a row, given what is stored of its record. */
export type Outcome<State> =
  /** `withheld`: what of the item is not taken for now, though nothing is wrong with it. */
  | { readonly save: State; readonly withheld?: readonly FieldFault[] }
  /** Nothing to write: it counts as a success. */
  | { readonly same: true; readonly withheld?: readonly FieldFault[] }
  /** `detail` joins the skipped item's members. */
  | { readonly skip: string; readonly detail?: Readonly<Record<string, unknown>> }
  /** Skipped, and told apart from other skipped items: joins the answer's `conflicts` as well. What `save` has is stored all the same. */
  | { readonly skip: string; readonly conflict: Readonly<Record<string, unknown>>; readonly save?: State };

/** One record that a unit changes: from what was stored before the unit to what is to be stored. */
export interface Change<State> {
  readonly facilityId: FacilityId;
  readonly key: string;
  readonly before: State | undefined;
  readonly after: State;
}

/** Something stored, by its record. */
export interface Stored<State> {
  readonly facilityId: FacilityId;
  readonly key: string;
  readonly state: State;
}

/**
 * How one kind of record is stored. The frame calls it in units of at most 100 rows, in the order sent, and holds the
 * facilities meanwhile, so that nobody else pushes for them: what `load` has seen still holds at `save`.
 */
export interface BatchStore<Row, State> {
  /** The record's key within partner and facility. */
  readonly keyOf: (placed: Placed<Row>) => string;
  /** What is stored of the records that these rows are about. */
  readonly load: (tx: Tx, partnerId: PartnerId, rows: readonly Placed<Row>[]) => Promise<readonly Stored<State>[]>;
  /** Pure: decides on one row. A row for the same record later in the batch is shown the `save`d state of this one. */
  readonly judge: (placed: Placed<Row>, stored: State | undefined) => Outcome<State>;
  /** Writes what changed, each record once. Not called for a dry run, nor with nothing. */
  readonly save: (tx: Tx, partnerId: PartnerId, changes: readonly Change<State>[]) => Promise<void>;
}
