import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Hours, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Log } from '../log.ts';
import { SqliteDamage, setAside } from '../store/database.ts';
import { lossOf } from '../store/first-start.ts';
import { type HeadRow, isUnsound, openAccessDb } from './access-db.ts';
import { loadRoster } from './roster.ts';
import { type Finder, rosterFinder } from './roster-finder.ts';
import { createSnapshotReader, type SnapshotReader } from './snapshot-reader.ts';
import { storeProblem } from './soundness.ts';
import { createWriter as createThreadWriter, type Writer } from './writer.ts';
import type { Cursor } from './writer-messages.ts';

/** A little: the kernel keeps the file's pages too, and everybody's memory counts. */
const CACHE_KIB = 4_096;
/** Bits fall over on flash that nobody reads. */
const CHECK_EVERY = Hours(24);
const AGAIN_AFTER = Seconds(5);
/** So few are looked through in a few milliseconds, and need no thread, which costs memory. */
const FEW_ENTRIES = 200;
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
  /** Where to read on, as far as whoever reads knows: undefined while a pull is begun, or something is to be deleted first. */
  cursor(facilityId: string): Cursor | undefined;
  /** The state that decides. */
  head(): HeadRow | undefined;
  /** The writer has committed something: what it was decides from now on. */
  refresh(): void;
  /** Cuts the store's log, which a whole snapshot makes as long as itself. */
  tidy(): Promise<void>;
  /** What is there counts no more, until the writer has switched to something else. */
  forget(): void;
  /** Reading failed: the roster answers from now on, until the store is found sound, or is made anew. */
  lost(error: unknown): void;
  /** Looks through the whole store, now and each day. */
  start(): void;
  close(): Promise<void>;
}

export interface StoreAccessDeps {
  readonly path: string;
  readonly rosterPath: string;
  /** Whether there was nothing yet in the folder: else a store that is missing was lost. */
  readonly isFirst: boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** Else a thread beside writes: tests of other things need not start one for each box. */
  readonly createWriter?: typeof createThreadWriter;
  /** The store was set aside and an empty one begun. */
  readonly onRebuilt: (why: string) => void;
}

/** The store of the snapshot with both its ends, and what there is in its place while it cannot be read. */
export const openStoreAccess = (deps: StoreAccessDeps): StoreAccess => {
  const { path, rosterPath, isFirst, clock, log, createWriter = createThreadWriter, onRebuilt } = deps;
  const open = (): SnapshotReader => {
    const db = openAccessDb(path, CACHE_KIB);
    try {
      db.pragma('busy_timeout = 100'); // Whoever stands at a door does not wait longer.
      return createSnapshotReader(db);
    } catch (error) {
      db.close();
      throw error;
    }
  };
  const openFirst = (): { reader: SnapshotReader; why?: string } => {
    try {
      const loss = lossOf(path, isFirst);
      if (loss !== undefined) throw new SqliteDamage(loss);
      return { reader: open() };
    } catch (error) {
      if (!isUnsound(error) && !(error instanceof Bug)) throw error; // A `Bug`: an agent of another version wrote it.
      log.error({ err: error, keptAs: setAside(path, clock.wallMs()) }, 'The snapshot was damaged and is pulled anew.');
      return { reader: open(), why: (error as Error).message };
    }
  };
  const first = openFirst();
  let reader: SnapshotReader | undefined = first.reader;
  /** The state that counts no more. */
  let forgotten: HeadRow | undefined;
  let roster: CurrentFinder | undefined;
  let doubts = 0;
  let closed = false;
  let daily: Timer | undefined;
  let again: Timer | undefined;
  const writer = createWriter({ path, rosterPath, clock });

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
    [reader, doubts] = [open(), 0];
    log.error({ why }, 'The snapshot was damaged and is pulled anew.');
    onRebuilt(why);
  };
  const lookThrough = async (entries: number | undefined): Promise<string | undefined> => {
    if (entries === undefined || entries > FEW_ENTRIES) return (await writer.ask({ do: 'check' })).problem;
    const db = openAccessDb(path, CACHE_KIB);
    try {
      return db.transaction(() => storeProblem(db))(); // One state of it, whatever is written meanwhile.
    } finally {
      db.close();
    }
  };
  const check = async (): Promise<void> => {
    try {
      const head = reader?.head();
      if (reader !== undefined && head === undefined) return; // There is nothing that could be unsound.
      const problem = await lookThrough(head?.entries);
      if (problem !== undefined || doubts >= DOUBTS_MAX) await rebuild(problem ?? 'it cannot be read again and again');
      else if (!closed) reader ??= open();
    } catch (error) {
      if (closed) return;
      if (isUnsound(error)) return await rebuild((error as Error).message);
      log.error({ err: error }, 'The snapshot could not be looked through.');
      reader ??= open(); // Better read with a doubt than not at all: what is not sound opens nothing.
    }
  };
  /** One at a time: of two that make the store anew, one would leave the other a reader of what it has set aside. */
  let checking = false;
  const checkSafely = () => {
    if (checking) return;
    checking = true;
    void check()
      .catch((error: unknown) => {
        log.error({ err: error }, 'The snapshot could not be made anew.');
        if (!closed) again = clock.after(AGAIN_AFTER, checkSafely); // The disk may have room by then.
      })
      .finally(() => {
        checking = false;
      });
  };

  const current = (): HeadRow | undefined => {
    const head = reader?.head();
    const isForgotten = head !== undefined && forgotten?.epoch === head.epoch && forgotten.revision === head.revision;
    return isForgotten ? undefined : head;
  };
  const lost = (error: unknown) => {
    if (reader === undefined) return;
    log.error({ err: error }, 'The snapshot cannot be read: only break-glass grants open until it can.');
    doubts++;
    reader.close();
    reader = undefined;
    useRoster();
    checkSafely();
  };

  const refresh = () => {
    try {
      reader?.refresh();
    } catch (error) {
      lost(error);
    }
    if (current() !== undefined) [roster, doubts, forgotten] = [undefined, 0, undefined];
  };

  if (first.why !== undefined) useRoster();
  return {
    damagedAtOpen: first.why,
    writer,
    finder: () => {
      const head = current();
      if (reader === undefined || head === undefined) return roster;
      return { finder: reader, isRoster: false, facilityId: head.facility_id };
    },
    reader: () => reader,
    cursor: (facilityId) => {
      if (reader === undefined || forgotten !== undefined || reader.isPulled()) return undefined;
      const head = reader.head();
      if (head === undefined) return { epoch: undefined, after: 0 };
      return head.facility_id === facilityId ? { epoch: head.epoch, after: head.revision } : undefined;
    },
    head: current,
    refresh,
    tidy: async () => {
      await writer.ask({ do: 'tidy' });
      refresh(); // From the file alone, so that nobody reads the log any more.
      await writer.ask({ do: 'tidy' });
    },
    forget: () => {
      forgotten = reader?.head();
      roster = undefined;
    },
    lost,
    start: () => {
      daily ??= clock.every(CHECK_EVERY, checkSafely);
      checkSafely();
    },
    close: async () => {
      closed = true;
      daily?.cancel();
      again?.cancel();
      await writer.close();
      reader?.close();
    },
  };
};
