import type { Reader, ReaderListener } from '../../readers/reader.ts';
import type { Keeping } from './keeping.ts';

/** The readers on lines of a bus in a keeper. They are heard and never spoken to: no lamp, nothing secret, no tamper. */
export interface KeptReaders {
  at(unit: number): Reader | undefined;
  took(unit: number, bits: string, atMs: number): void;
  troubled(unit: number, why: string | null): void;
  stateChanged(): void;
}

export const createKeptReaders = (
  units: readonly number[],
  keeping: Pick<Keeping, 'state' | 'trouble'>,
): KeptReaders => {
  const troubles = new Map<number, string>();
  const listeners = new Map<number, ReaderListener>();

  const standing = (unit: number): ReturnType<Reader['standing']> => {
    const keeper = keeping.state();
    const trouble = keeper === 'ready' ? (troubles.get(unit) ?? null) : keeping.trouble();
    const lost = keeper === 'starting' ? 'unknown' : 'lost';
    return {
      state: keeper === 'ready' && trouble === null ? 'online' : lost,
      tampered: false,
      secure: false,
      trouble,
    };
  };
  const readers = new Map<number, Reader>(
    units.map((unit) => [
      unit,
      {
        listen: (listener) => void listeners.set(unit, listener),
        show: () => undefined,
        standing: () => standing(unit),
      },
    ]),
  );

  return {
    at: (unit) => readers.get(unit),
    took: (unit, bits, atMs) => listeners.get(unit)?.took({ kind: 'bits', bits }, atMs),
    troubled: (unit, why) => {
      if (why === null) troubles.delete(unit);
      else troubles.set(unit, why);
      listeners.get(unit)?.changed();
    },
    stateChanged: () => {
      if (keeping.state() !== 'ready') troubles.clear(); // The next keeper says anew what is the matter.
      for (const listener of listeners.values()) listener.changed();
    },
  };
};
