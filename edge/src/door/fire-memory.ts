import type { DoorId } from '@gatehouse/shared/ids/ids.ts';

export interface FireStore {
  /** `undefined` when nothing was ever kept. */
  load(): readonly DoorId[] | undefined;
  /** On the disk once it returns, or as soon as the disk takes it: a store that cannot be written keeps no door shut. */
  keep(doorIds: readonly DoorId[]): void;
}

/**
 * The doors that a fire released and nobody has reset by hand, kept over restarts and power losses alike: whatever time
 * has passed and whatever the input says by now, releasing is the safe side.
 */
export interface FireMemory {
  released(doorId: DoorId): boolean;
  set(doorId: DoorId, released: boolean): void;
}

export const createFireMemory = (store: FireStore): FireMemory => {
  const released = new Set<DoorId>(store.load());
  return {
    released: (doorId) => released.has(doorId),
    set: (doorId, now) => {
      if (released.has(doorId) === now) return;
      if (now) released.add(doorId);
      else released.delete(doorId);
      store.keep([...released]);
    },
  };
};
