import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds } from '@gatehouse/shared/time/duration.ts';

/** Which contact of the relay feeds the lock: `no` closes when the coil is energised, `nc` opens. */
export type Wiring = 'no' | 'nc';
export type RelayWeld = 'closed' | 'open';

/** A relay of a board: the coil that the firmware drives, and the contact that the lock is wired to. */
export interface Relay {
  /** What the firmware wants of the coil. */
  readonly energised: boolean;
  /** Where the contact is stuck whatever the coil does: welded shut, or burnt so that it never closes. */
  readonly welded: RelayWeld | undefined;
  /** How long the contact takes to follow its coil. */
  readonly slowMs: number;
  /** Whether current can pass to the lock. */
  readonly closed: boolean;
  /** Who last moved the coil and how, in words: for people who look at the page. */
  readonly cause: string;
  set(energised: boolean, cause: string): void;
  weld(at: RelayWeld | undefined): void;
  slow(by: Duration): void;
  /** The supply of the coil changed. */
  feel(): void;
}

export interface RelayDeps {
  readonly clock: Clock;
  readonly wiring: Wiring;
  /** Whether the board has the voltage to hold a coil. */
  readonly supplied: () => boolean;
  /** Called when the coil moved, when its contact was welded or broken loose, or when a slow contact followed. */
  readonly onChange: (what: 'coil' | 'weld' | 'contact') => void;
}

export const createRelay = ({ clock, wiring, supplied, onChange }: RelayDeps): Relay => {
  let energised = false;
  /** Where the armature is: it follows the coil. */
  let pulled = false;
  let welded: RelayWeld | undefined;
  let slowMs = 0;
  let cause = 'untouched since power-up';
  let following: { readonly to: boolean; readonly byMs: number; readonly timer: Timer } | undefined;

  /** True if the contact moved in this turn; a slow one says so itself, later. */
  const follow = (): boolean => {
    const target = energised && supplied();
    // On its way already: what else happens in the building does not make it start over.
    if (following?.to === target && following.byMs === slowMs) return false;
    following?.timer.cancel();
    following = undefined;
    if (pulled === target) return false;
    if (slowMs === 0) {
      pulled = target;
      return true;
    }
    const timer = clock.after(Milliseconds(slowMs), () => {
      following = undefined;
      pulled = target;
      onChange('contact');
    });
    following = { to: target, byMs: slowMs, timer };
    return false;
  };
  return {
    get energised() {
      return energised;
    },
    get welded() {
      return welded;
    },
    get slowMs() {
      return slowMs;
    },
    get closed() {
      return welded === undefined ? (wiring === 'no') === pulled : welded === 'closed';
    },
    get cause() {
      return cause;
    },
    set: (to, why) => {
      cause = why;
      if (energised === to) return;
      energised = to;
      follow();
      onChange('coil');
    },
    weld: (at) => {
      if (welded === at) return;
      welded = at;
      onChange('weld');
    },
    slow: (by) => {
      slowMs = by;
      if (follow()) onChange('contact');
    },
    feel: () => {
      if (follow()) onChange('contact');
    },
  };
};
