/** Which contact of the relay feeds the lock: `no` closes when the coil is energised, `nc` opens. */
export type Wiring = 'no' | 'nc';

/** A relay of a board: the coil that the firmware drives, and the contact that the lock is wired to. */
export interface Relay {
  readonly energised: boolean;
  readonly welded: boolean;
  /** Whether current can pass to the lock. A welded contact stays closed whatever the coil does. */
  readonly closed: boolean;
  /** Who last moved the coil and how, in words: for people who look at the page. */
  readonly cause: string;
  set(energised: boolean, cause: string): void;
  weld(): void;
  unweld(): void;
}

export interface RelayDeps {
  readonly wiring: Wiring;
  /** Called when the coil moved, or its contact was welded or broken loose. */
  readonly onChange: (what: 'coil' | 'contact') => void;
}

export const createRelay = ({ wiring, onChange }: RelayDeps): Relay => {
  let energised = false;
  let welded = false;
  let cause = 'untouched since power-up';
  const weldTo = (to: boolean) => {
    if (welded === to) return;
    welded = to;
    onChange('contact');
  };
  return {
    get energised() {
      return energised;
    },
    get welded() {
      return welded;
    },
    get closed() {
      return welded || (wiring === 'no') === energised;
    },
    get cause() {
      return cause;
    },
    set: (to, why) => {
      const moved = energised !== to;
      cause = why;
      energised = to;
      if (moved) onChange('coil');
    },
    weld: () => weldTo(true),
    unweld: () => weldTo(false),
  };
};
