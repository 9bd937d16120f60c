import type { Reader, ReaderListener, ReaderStanding } from '../../readers/reader.ts';
import type { Keeping } from './keeping.ts';
import type { LineTrouble } from './switch-bus.ts';

/** The readers on lines of a bus in a keeper. They are heard and never spoken to: no lamp, nothing secret, no tamper. */
export interface KeptReaders {
  at(unit: number): Reader | undefined;
  took(unit: number, bits: string, atMs: number): void;
  troubled(unit: number, trouble: LineTrouble | null): void;
  stateChanged(): void;
}

export const createKeptReaders = (
  units: readonly number[],
  keeping: Pick<Keeping, 'state' | 'trouble'>,
): KeptReaders => {
  const troubles = new Map<number, LineTrouble>();
  const listeners = new Map<number, ReaderListener>();

  const standing = (unit: number): ReaderStanding => {
    const one = { tampered: false, secure: false } as const;
    const keeper = keeping.state();
    if (keeper !== 'ready')
      return { ...one, state: keeper === 'starting' ? 'unknown' : 'lost', trouble: keeping.trouble() };
    const trouble = troubles.get(unit);
    return { ...one, state: trouble?.lost === true ? 'lost' : 'online', trouble: trouble?.why ?? null };
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
    troubled: (unit, trouble) => {
      if (trouble === null) troubles.delete(unit);
      else troubles.set(unit, trouble);
      listeners.get(unit)?.changed();
    },
    stateChanged: () => {
      if (keeping.state() !== 'ready') troubles.clear(); // The next keeper says anew what is the matter.
      for (const listener of listeners.values()) listener.changed();
    },
  };
};
