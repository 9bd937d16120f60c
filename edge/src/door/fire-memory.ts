import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Log } from '../drivers/driver.ts';

export interface FireStore {
  /** `undefined` when nothing was ever kept. */
  load(): readonly DoorId[] | undefined;
  /** On the disk once it returns. Throws when it cannot be written. */
  save(doorIds: readonly DoorId[]): void;
}

/**
 * The doors that a fire released and nobody has reset by hand, kept over restarts and power losses alike: whatever time
 * has passed and whatever the input says by now, releasing is the safe side.
 */
export interface FireMemory {
  released(doorId: DoorId): boolean;
  /** Never throws: a store that cannot be written keeps no door shut. It is tried again until it can. */
  set(doorId: DoorId, released: boolean): void;
  close(): void;
}

const RETRY_AFTER = Seconds(5);

export const createFireMemory = (deps: { store: FireStore; clock: Clock; log: Log }): FireMemory => {
  const { store, clock, log } = deps;
  const released = new Set<DoorId>(store.load());
  let retry: Timer | undefined;

  const save = (): void => {
    retry?.cancel();
    retry = undefined;
    try {
      store.save([...released]);
    } catch (error) {
      log.error({ err: error, doors: [...released] }, 'which doors a fire has released could not be kept');
      retry = clock.after(RETRY_AFTER, save);
    }
  };

  return {
    released: (doorId) => released.has(doorId),
    set: (doorId, now) => {
      if (released.has(doorId) === now) return;
      if (now) released.add(doorId);
      else released.delete(doorId);
      save();
    },
    close: () => {
      if (retry === undefined) return;
      save(); // The last chance.
      retry?.cancel();
    },
  };
};
