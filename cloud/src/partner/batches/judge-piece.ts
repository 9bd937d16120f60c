import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { IgnoredField, SkippedItem } from '../../kit/ingest/batch-answer.ts';
import type { FieldFault } from '../../kit/ingest/batch-kind.ts';
import type { BatchStore, Change, Stored } from '../../kit/ingest/batch-store.ts';
import type { ItemNames, PlacedRow } from './place-piece.ts';

/** What becomes of some rows. */
export interface PieceResult<State> {
  readonly success: number;
  readonly skipped: readonly SkippedItem[];
  readonly conflicts: readonly ItemNames[];
  /** Of the items that were applied. */
  readonly ignored: readonly IgnoredField[];
  /** One a record, in the order in which they were first changed. */
  readonly changes: readonly Change<State>[];
}

export interface KnownStates<State> {
  readonly stored: readonly Stored<State>[];
  /** What a dry run would have stored by now; it counts before what is stored. */
  readonly overlay: ReadonlyMap<string, State>;
}

/** Names a record of any facility. */
export const recordKey = (facilityId: FacilityId, key: string): string => `${facilityId} ${key}`;

/** Judges rows one after the other: each is shown what those before it have made of its record. */
export const judgePiece = <Row, State>(
  store: Pick<BatchStore<Row, State>, 'keyOf' | 'judge'>,
  rows: readonly PlacedRow<Row>[],
  { stored, overlay }: KnownStates<State>,
): PieceResult<State> => {
  const states = new Map(stored.map(({ facilityId, key, state }) => [recordKey(facilityId, key), state]));
  const changes = new Map<string, Change<State>>();
  const skipped: SkippedItem[] = [];
  const conflicts: ItemNames[] = [];
  const ignored: IgnoredField[] = [];
  let success = 0;
  for (const placed of rows) {
    const { facilityId, named } = placed;
    const key = store.keyOf(placed);
    const record = recordKey(facilityId, key);
    const changed = changes.get(record);
    const before = changed === undefined ? (overlay.get(record) ?? states.get(record)) : changed.before;
    const outcome = store.judge(placed, changed === undefined ? before : changed.after);
    if ('save' in outcome && outcome.save !== undefined)
      changes.set(record, { facilityId, key, before, after: outcome.save });
    if ('conflict' in outcome) conflicts.push({ ...named, ...outcome.conflict });
    if ('skip' in outcome) skipped.push(skippedOf(named, outcome));
    else {
      success++;
      ignored.push(...ignoredOf(placed, outcome));
    }
  }
  return { success, skipped, conflicts, ignored, changes: [...changes.values()] };
};

const skippedOf = (
  named: ItemNames,
  { skip, ...more }: { readonly skip: string; readonly detail?: Readonly<Record<string, unknown>> },
): SkippedItem => ({ ...named, reason: skip, ...more.detail });

/** What was wrong with single fields, and what waits because of it. */
const ignoredOf = (
  { named, ignored }: Pick<PlacedRow<unknown>, 'named' | 'ignored'>,
  { withheld = [] }: { readonly withheld?: readonly FieldFault[] },
): readonly IgnoredField[] => [...ignored, ...withheld].map(({ path, reason }) => ({ ...named, path, reason }));
