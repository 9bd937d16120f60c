import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { SkippedItem } from './batch-answer.ts';
import type { BatchStore, Change, Stored } from './batch-store.ts';
import type { ItemNames, PlacedRow } from './place-piece.ts';

/** What becomes of some rows. */
export interface PieceResult<State> {
  readonly success: number;
  readonly skipped: readonly SkippedItem[];
  readonly conflicts: readonly ItemNames[];
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
  let success = 0;
  for (const placed of rows) {
    const { facilityId, row, named } = placed;
    const key = store.keyOf(row);
    const record = recordKey(facilityId, key);
    const changed = changes.get(record);
    const before = changed === undefined ? (overlay.get(record) ?? states.get(record)) : changed.before;
    const outcome = store.judge(placed, changed === undefined ? before : changed.after);
    if ('skip' in outcome) {
      skipped.push({ ...named, reason: outcome.skip, ...('detail' in outcome ? outcome.detail : {}) });
      if ('conflict' in outcome) conflicts.push({ ...named, ...outcome.conflict });
      continue;
    }
    success++;
    if ('save' in outcome) changes.set(record, { facilityId, key, before, after: outcome.save });
  }
  return { success, skipped, conflicts, changes: [...changes.values()] };
};
