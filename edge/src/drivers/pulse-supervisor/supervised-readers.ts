import type { Reader, ReaderListener, ReaderStanding } from '../../readers/reader.ts';
import type { Supervision } from './supervision.ts';
import type { LineTrouble } from './switch-bus.ts';

/** The readers on lines of a supervised bus. They are heard and never spoken to: no lamp, nothing secret, no tamper. */
export interface SupervisedReaders {
  at(unit: number): Reader | undefined;
  took(unit: number, bits: string, atMs: number): void;
  troubled(unit: number, trouble: LineTrouble | null): void;
  stateChanged(): void;
}

export const createSupervisedReaders = (
  units: readonly number[],
  supervision: Pick<Supervision, 'state' | 'trouble'>,
): SupervisedReaders => {
  const troubles = new Map<number, LineTrouble>();
  const listeners = new Map<number, ReaderListener>();

  const standing = (unit: number): ReaderStanding => {
    const one = { tampered: false, secure: false } as const;
    const pulseSupervisor = supervision.state();
    if (pulseSupervisor !== 'ready')
      return { ...one, state: pulseSupervisor === 'starting' ? 'unknown' : 'lost', trouble: supervision.trouble() };
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
      if (supervision.state() !== 'ready') troubles.clear(); // The next pulse supervisor says anew what is the matter.
      for (const listener of listeners.values()) listener.changed();
    },
  };
};
