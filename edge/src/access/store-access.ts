import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import type { Log } from '../log.ts';
import { isDamage, setAside } from '../store/database.ts';
import { type HeadRow, openAccessDb } from './access-db.ts';
import { loadRoster } from './roster.ts';
import { type Finder, rosterFinder } from './roster-finder.ts';
import { createSnapshotReader, type SnapshotReader } from './snapshot-reader.ts';
import { createWriter, type Writer } from './writer.ts';

/** A little: the kernel keeps the file's pages too, and everybody's memory counts. */
const CACHE_KIB = 4_096;
/** Bits fall over on flash that nobody reads. */
const CHECK_EVERY = Hours(24);
/** A store that cannot be read, and yet is found sound, so often in a row is no good. */
const DOUBTS_MAX = 3;

/** Who is asked about people, and of which facility they are. */
export interface CurrentFinder {
  readonly finder: Finder;
  readonly isRoster: boolean;
  readonly facilityId: string;
}

export interface StoreAccess {
  readonly writer: Writer;
  /** The store, or while it cannot be read the roster; undefined where there is neither. */
  finder(): CurrentFinder | undefined;
  /** What was wrong with the store when it was opened: an empty one was begun. */
  readonly damagedAtOpen: string | undefined;
  reader(): SnapshotReader | undefined;
  /** The state that decides, as it was last heard of. */
  head(): HeadRow | undefined;
  /** The writer has switched to this state, or to none. */
  switched(head: HeadRow | undefined): void;
  /** Reading failed: the roster answers from now on, until the store is found sound, or is made anew. */
  lost(error: unknown): void;
  /** Looks through the whole store, now and each day. */
  start(): void;
  close(): Promise<void>;
}

/** The store of the snapshot with both its ends, and what there is in its place while it cannot be read. */
export const openStoreAccess = (deps: {
  readonly path: string;
  readonly rosterPath: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The store was set aside and an empty one begun. */
  readonly onRebuilt: (why: string) => void;
}): StoreAccess => {
  const { path, rosterPath, clock, log, onRebuilt } = deps;
  const open = (): SnapshotReader => {
    const db = openAccessDb(path, CACHE_KIB);
    db.pragma('busy_timeout = 100'); // Whoever stands at a door does not wait longer.
    return createSnapshotReader(db);
  };
  const openFirst = (): { reader: SnapshotReader; head: HeadRow | undefined; why?: string } => {
    try {
      const reader = open();
      return { reader, head: reader.head() };
    } catch (error) {
      if (!isDamage(error)) throw error;
      log.error({ err: error, keptAs: setAside(path, clock.wallMs()) }, 'The snapshot was damaged and is pulled anew.');
      return { reader: open(), head: undefined, why: (error as Error).message };
    }
  };
  const first = openFirst();
  let reader: SnapshotReader | undefined = first.reader;
  let { head } = first;
  let roster: CurrentFinder | undefined;
  let doubts = 0;
  let closed = false;
  let daily: Timer | undefined;
  const writer = createWriter({ path, rosterPath });

  const useRoster = () => {
    const kept = loadRoster(rosterPath);
    roster = kept && { finder: rosterFinder(kept), isRoster: true, facilityId: kept.facilityId };
  };
  const rebuild = async (why: string) => {
    reader?.close();
    reader = undefined;
    useRoster();
    await writer.ask({ do: 'rebuild', nowMs: clock.wallMs() });
    if (closed) return;
    [reader, head, doubts] = [open(), undefined, 0];
    log.error({ why }, 'The snapshot was damaged and is pulled anew.');
    onRebuilt(why);
  };
  const check = async (): Promise<void> => {
    try {
      const { problem } = await writer.ask({ do: 'check' });
      if (problem !== undefined || doubts >= DOUBTS_MAX) await rebuild(problem ?? 'it cannot be read again and again');
      else if (!closed) reader ??= open();
    } catch (error) {
      if (closed) return;
      if (isDamage(error)) return await rebuild((error as Error).message);
      log.error({ err: error }, 'The snapshot could not be looked through.');
      reader ??= open(); // Better read with a doubt than not at all: what is not sound opens nothing.
    }
  };
  const checkSafely = () =>
    void check().catch((error: unknown) => log.error({ err: error }, 'The snapshot could not be made anew.'));

  if (first.why !== undefined) useRoster();
  return {
    damagedAtOpen: first.why,
    writer,
    finder: () => {
      if (reader === undefined || head === undefined) return roster;
      return { finder: reader, isRoster: false, facilityId: head.facility_id };
    },
    reader: () => reader,
    head: () => head,
    switched: (now) => {
      head = now;
      roster = undefined;
      doubts = 0;
    },
    lost: (error) => {
      if (reader === undefined) return;
      log.error({ err: error }, 'The snapshot cannot be read: only break-glass grants open until it can.');
      doubts++;
      reader.close();
      reader = undefined;
      useRoster();
      checkSafely();
    },
    start: () => {
      daily ??= clock.every(CHECK_EVERY, checkSafely);
      checkSafely();
    },
    close: async () => {
      closed = true;
      daily?.cancel();
      await writer.close();
      reader?.close();
    },
  };
};
