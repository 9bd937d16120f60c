import type { Log, ReaderKeys } from '../driver.ts';
import { KEY_BYTES } from './commands.ts';

/**
 * The keys of one reader. While a change of its key has no known end there are two, the old one first: whichever of them
 * the reader then proves to know is its key, and the other is forgotten. So a crash in the middle loses no reader.
 */
export interface KeyRing {
  /** None: the reader was never paired. */
  known(): readonly Uint8Array[];
  /** Whether it is on the disk; else the reader must not be given it. */
  offer(next: Uint8Array): boolean;
  /** If only the other cannot be forgotten now, it is the next time. */
  settle(key: Uint8Array): void;
  /** Whether it is forgotten. */
  forget(): boolean;
}

export const createKeyRing = (unit: number, keys: ReaderKeys, log: Log): KeyRing => {
  const known = (): readonly Uint8Array[] => {
    const stored = keys.get(unit) ?? new Uint8Array(0);
    const one = (at: number) => Uint8Array.from(stored.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES));
    return [one(0), one(1)].filter(({ length }) => length === KEY_BYTES);
  };
  return {
    known,
    offer: (next) => keys.put(unit, Buffer.concat([...known().slice(0, 1), next])) === 'stored',
    settle: (key) => {
      if (known().length !== 1 && keys.put(unit, key) === 'refused')
        log.error({ unit }, 'the key of a reader cannot be kept alone');
    },
    forget: () => keys.remove(unit) === 'stored',
  };
};

/** For tools that pair nothing. */
export const noKeys: ReaderKeys = { get: () => undefined, put: () => 'refused', remove: () => 'refused' };
