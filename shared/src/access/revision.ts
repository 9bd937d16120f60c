/** A member's windows from one partner source, as far as two snapshots are compared. */
export interface SnapshotVersion {
  /** 0 to 2^53 − 1, set by the partner. */
  readonly revision: number;
  /** Of the normal form: see `snapshotOf`. */
  readonly hash: string;
}

/** `replace`: store it whole. `replay`: nothing changes. `conflict`: same revision, other content. `stale`: older, skip it. */
export type RevisionVerdict = 'replace' | 'replay' | 'conflict' | 'stale';

/** What to do with a snapshot that comes in, given what is stored for the same member and source. The first one is always new. */
export const judgeRevision = (stored: SnapshotVersion | undefined, incoming: SnapshotVersion): RevisionVerdict => {
  if (stored === undefined || incoming.revision > stored.revision) return 'replace';
  if (incoming.revision < stored.revision) return 'stale';
  return incoming.hash === stored.hash ? 'replay' : 'conflict';
};
