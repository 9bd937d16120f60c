import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import Database from 'better-sqlite3';
import type { Log } from '../log.ts';

/** What the disk made of a write. */
export type Stored = 'stored' | 'refused';

/** The only place that hears what the disk says to a write of the box store: elsewhere it is a value. */
export interface BoxWriter {
  /** Writes now, or not at all. */
  write(work: () => void): Stored;
  /** Writes now, or else again and again until it is done. A newer write under the same name takes its place. */
  keep(name: string, work: () => void): void;
  /** As `write`; once it is done, an older one that waits under the name is over. */
  commit(name: string, work: () => void): Stored;
  standing(): { readonly writable: boolean; readonly waiting: number };
  /** Tries what waits a last time. */
  close(): void;
}

const TRIED_AGAIN_AFTER = Seconds(5);

export const createBoxWriter = ({
  clock,
  log,
}: {
  readonly clock?: Clock | undefined;
  readonly log: Log;
}): BoxWriter => {
  const waiting = new Map<string, () => void>();
  let writable = true;
  let again: Timer | undefined;

  /** Anything but the disk's refusal is a bug, and goes where those go. */
  const write = (work: () => void): Stored => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
      if (writable) log.error({ err: error }, 'The box store cannot be written. What should be kept is tried again.');
      writable = false;
      return 'refused';
    }
    if (!writable) log.info({ waiting: waiting.size }, 'The box store can be written again.');
    writable = true;
    return 'stored';
  };
  const writeWaiting = (): void => {
    again?.cancel();
    again = undefined;
    for (const [name, work] of waiting) {
      if (write(work) === 'refused') break;
      waiting.delete(name);
    }
    if (waiting.size > 0) again = clock?.after(TRIED_AGAIN_AFTER, writeWaiting);
  };
  return {
    write,
    keep: (name, work) => {
      waiting.delete(name); // Last in line, as it was said last.
      waiting.set(name, work);
      writeWaiting();
    },
    commit: (name, work) => {
      const stored = write(work);
      if (stored === 'stored') waiting.delete(name);
      return stored;
    },
    standing: () => ({ writable, waiting: waiting.size }),
    close: () => {
      writeWaiting();
      again?.cancel();
      if (waiting.size > 0) log.error({ values: [...waiting.keys()] }, 'The box store did not take everything.');
    },
  };
};
