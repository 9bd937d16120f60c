import { randomBytes } from 'node:crypto';
import { rmSync, statfsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import type { Log } from '../log.ts';
import { wantsRoom } from './journal-file.ts';

const MEGABYTE = 1024 * 1024;
/** Some fifteen thousand facts: a busy day of a whole box. */
const RESERVE_MEGABYTES = 8;
/** The reserve is made anew only where it is not the last that fits. */
const ROOM_WANTED = 4;
const TRIED_EVERY = Minutes(1);

/** Room on the disk that is kept for when there is none left. */
export interface Reserve {
  held(): boolean;
  /** The disk had no room for it when last looked: what is let go of now may not be had again. */
  short(): boolean;
  /** Gives the room back to the disk. `false` when there was none to give. */
  release(): boolean;
  /** Makes the reserve anew if it is gone and the disk has room for several; looks at most once a minute. Never rejects. */
  keep(): Promise<void>;
}

export const NO_RESERVE: Reserve = {
  held: () => false,
  short: () => false,
  release: () => false,
  keep: () => Promise.resolve(),
};

/** A file that was emptied or cut off has no room to give: it is made anew. */
const holdsRoom = (path: string, megabytes: number): boolean => {
  try {
    return statSync(path).size >= megabytes * MEGABYTE;
  } catch {
    return false;
  }
};

/** A reserve that is a file of its own. Its bytes are random, so that no file system can store it in less. */
export const openReserve = (deps: {
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly megabytes?: number;
}): Reserve => {
  const { path, clock, log, megabytes = RESERVE_MEGABYTES } = deps;
  const begun = `${path}.begun`;
  try {
    rmSync(begun, { force: true }); // Of a run that was cut off while it made one: room that nobody could give back.
  } catch (error) {
    log.warn({ err: error }, 'What was begun of a reserve could not be removed.');
  }
  let held = holdsRoom(path, megabytes);
  let making = false;
  let short = false;
  let nextTryMs = 0;

  const fits = (): boolean => {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize >= ROOM_WANTED * megabytes * MEGABYTE;
  };
  /** In pieces off the event loop: a door must not wait for a slow card. */
  const make = async (): Promise<void> => {
    const file = await open(begun, 'w', 0o600);
    try {
      for (let written = 0; written < megabytes; written++) await file.write(randomBytes(MEGABYTE));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(begun, path);
  };
  return {
    held: () => held,
    short: () => short,
    release: () => {
      if (!held) return false;
      try {
        rmSync(path);
      } catch (error) {
        log.error({ err: error }, 'The reserve could not be given to the disk.');
        return false;
      }
      held = false;
      short = true;
      nextTryMs = clock.monoMs() + TRIED_EVERY;
      log.error({ megabytes }, 'The disk is full: the reserve of the journal is used now.');
      return true;
    },
    keep: async () => {
      if (held || making || clock.monoMs() < nextTryMs) return;
      nextTryMs = clock.monoMs() + TRIED_EVERY;
      making = true;
      try {
        short = !fits();
        if (short) return;
        await make();
        held = true;
      } catch (error) {
        log.warn({ err: error }, 'The reserve of the journal could not be made.');
        await rm(begun, { force: true }).catch(() => undefined);
      } finally {
        making = false;
      }
    },
  };
};

/** Opens what the agent cannot start without: on a full disk the reserve makes the room for it. */
export const withRoom = <Opened>(reserve: Reserve, open: () => Opened): Opened => {
  try {
    return open();
  } catch (error) {
    if (!wantsRoom(error) || !reserve.release()) throw error;
    return open();
  }
};
