import { judgeRevision } from '@gatehouse/shared/access/revision.ts';
import type { Outcome } from '../../ingest/batch-store.ts';
import { type MemberRow, mergeRecord, type SentPicture, type WindowsRow } from './member-row.ts';

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
}
/** `row` is there once this batch has replaced them. */
export type StoredWindows = Pick<WindowsRow, 'revision' | 'hash' | 'scopeKeys'> & { readonly row?: WindowsRow };

/**
 * What a push makes of a member. Windows go by their revision, all else by `updated`: of either an older one never
 * overwrites a newer one. An older revision is a late message, so nothing of it counts.
 */
export const judgeMember = (sent: MemberRow, stored: MemberState | undefined): Outcome<MemberState> => {
  const { windows } = sent;
  const verdict = windows === undefined ? 'omitted' : judgeRevision(stored?.windows, windows);
  if (verdict === 'stale')
    return {
      skip: 'Stale access_time_windows_revision',
      detail: { access_time_windows_revision: windows?.revision, stored_revision: stored?.windows?.revision },
    };
  if (verdict === 'conflict')
    return {
      skip: 'Conflicting access_time_windows: other content is stored under this revision',
      conflict: { stored_revision: stored?.windows?.revision },
    };
  const late = isOlder(sent.updatedMs, stored?.updatedMs);
  if (late && verdict === 'omitted') return { skip: 'Stale updated: a newer one is stored' };
  const before: MemberState = stored ?? { record: '{}', updatedMs: null, pictureKey: null, windows: undefined };
  const after: MemberState = {
    ...(late ? before : withFields(before, sent)),
    windows: verdict === 'replace' && windows !== undefined ? { ...windows, row: windows } : before.windows,
  };
  return stored !== undefined && sameState(before, after) ? { same: true } : { save: after };
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
