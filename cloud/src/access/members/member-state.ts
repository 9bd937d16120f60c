import { judgeRevision } from '@gatehouse/shared/access/revision.ts';
import type { FieldFault } from '../../kit/ingest/batch-kind.ts';
import type { Outcome } from '../../kit/ingest/batch-store.ts';
import { type Guard, type Guarded, guarded } from './member-guard.ts';
import { accessOnly, fieldsOf, type MemberRow, mergeRecord, type SentPicture, type WindowsRow } from './member-row.ts';

/** What is stored of a member, as far as a push is judged by it. */
export interface MemberState {
  readonly record: string;
  /** The same taken apart, once this batch has changed it. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly updatedMs: number | null;
  readonly pictureKey: string | null;
  readonly windows: StoredWindows | undefined;
  /** Different status words that this batch brought: the first of them, which are enough to warn of. */
  readonly statuses?: readonly string[];
  /** There where an item of the piece is to be held against what is stored. */
  readonly guard?: Guard;
}
/** `row` is there once this batch has replaced them. */
export type StoredWindows = Pick<WindowsRow, 'revision' | 'hash' | 'scopeKeys' | 'held'> & {
  readonly row?: WindowsRow;
};

/** Of whom nothing is stored. */
const NOBODY: MemberState = {
  record: JSON.stringify({ first_name: '', last_name: '' }),
  updatedMs: null,
  pictureKey: null,
  windows: undefined,
};

const conflicting = ({ windows }: MemberState) => ({
  skip: 'Conflicting access_time_windows: other content is stored under this revision',
  conflict: { stored_revision: windows?.revision },
});

/**
 * What a push makes of a member. Windows go by their revision, all else by `updated`: of either an older one never
 * overwrites a newer one. An older revision is a late message, so nothing of it counts. Of an item that is wrong in a field
 * that access hangs on, what takes access away counts, and what gives it waits.
 */
export const judgeMember = (
  sent: MemberRow,
  stored: MemberState | undefined,
  timezone: string,
): Outcome<MemberState> => {
  const { windows } = sent;
  const verdict = windows === undefined ? 'omitted' : judgeRevision(stored?.windows, windows);
  if (verdict === 'stale')
    return {
      skip: 'Stale access_time_windows_revision',
      detail: { access_time_windows_revision: windows?.revision, stored_revision: stored?.windows?.revision },
    };
  const late = isOlder(sent.updatedMs, stored?.updatedMs);
  if (late && verdict === 'omitted') return { skip: 'Stale updated: a newer one is stored' };
  if (verdict === 'conflict' && stored !== undefined)
    return late ? conflicting(stored) : conflict(sent, stored, timezone);

  const { row, withheld } = sent.guarded === undefined ? asSent(sent) : guarded(sent, known(stored), timezone);
  const before = stored ?? NOBODY;
  const heals = verdict === 'replay' && sent.guarded === undefined && before.windows?.held === true;
  const replaces = (verdict === 'replace' || heals) && row.windows !== undefined;
  const after: MemberState = {
    ...(late ? before : withFields(before, row)),
    windows: replaces ? { ...row.windows, row: row.windows } : before.windows,
  };
  const counts = ({ path }: FieldFault) => (path === 'access_time_windows' ? verdict === 'replace' : !late);
  const waits = withheld.filter(counts);
  const outcome = stored !== undefined && sameState(before, after) ? ({ same: true } as const) : { save: after };
  return waits.length === 0 ? outcome : { ...outcome, withheld: waits };
};

const asSent = (row: MemberRow): Guarded => ({ row, withheld: [] });

/** What an item is held against: windows that this batch has stored are newer than those that it found. */
const known = (stored: MemberState | undefined) =>
  stored && {
    fields: fieldsOf(stored),
    guard: stored.guard && { ...stored.guard, windows: stored.windows?.row?.canonical ?? stored.guard.windows },
  };

/**
 * Windows that are not those of their revision are as good as wrong: the stored ones stay. What else takes access away counts
 * all the same, and nothing that gives it.
 */
const conflict = (sent: MemberRow, stored: MemberState, timezone: string): Outcome<MemberState> => {
  const skipped = conflicting(stored);
  const { row } = guarded(accessOnly(sent), known(stored), timezone);
  const after = { ...stored, ...mergeRecord(stored, row) };
  return sameState(stored, after) ? skipped : { ...skipped, save: after };
};

const isOlder = (sent: number | undefined, stored: number | null | undefined): boolean =>
  sent !== undefined && typeof stored === 'number' && sent < stored;

const withFields = (before: MemberState, sent: MemberRow): MemberState => ({
  ...before,
  ...mergeRecord(before, sent),
  statuses: withWords(before.statuses ?? [], sent.statuses),
  updatedMs: sent.cleared.includes('updated') ? null : (sent.updatedMs ?? before.updatedMs),
  pictureKey: pictureKeyAfter(before.pictureKey, sent.picture),
});

/** More than one item brings, and than anybody is warned of: a member may come any number of times in a batch. */
const STATUSES_MAX = 250;

const withWords = (words: readonly string[], sent: readonly string[]): readonly string[] =>
  sent.every((word) => words.includes(word)) ? words : [...new Set([...words, ...sent])].slice(0, STATUSES_MAX);

const pictureKeyAfter = (stored: string | null, sent: SentPicture | null | undefined): string | null => {
  if (sent === undefined) return stored;
  if (sent === null) return null;
  return stored !== null && pictureHashOf(stored) === sent.hash ? stored : (sent.key ?? stored);
};

/** A picture's key ends in the hash of its bytes and an extension. */
export const pictureHashOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1, key.lastIndexOf('.'));

/** Whether nothing has to be written. */
export const sameState = (a: MemberState, b: MemberState): boolean =>
  a.record === b.record && a.updatedMs === b.updatedMs && a.pictureKey === b.pictureKey && a.windows === b.windows;
