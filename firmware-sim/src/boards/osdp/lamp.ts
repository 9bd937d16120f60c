import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';

export const COLOURS = ['off', 'red', 'green', 'amber', 'blue', 'magenta', 'cyan', 'white'] as const;
export type Colour = (typeof COLOURS)[number];

/** How a lamp shines: `colour` for `onMs`, `otherwise` for `offMs`, and so on; steadily where either time is 0. */
export interface Shining {
  readonly colour: Colour;
  readonly otherwise: Colour;
  readonly onMs: number;
  readonly offMs: number;
}

export interface LampState extends Shining {
  readonly blinks: boolean;
  /** Whether it goes back to what it showed before by itself. */
  readonly temporary: boolean;
}

/** The reader's lamp: one way to shine that stays, and one over it for a time. */
export interface Lamp {
  readonly state: LampState;
  setPermanent(shining: Shining): void;
  /** Over what is permanent, for `ms`; 0 is until it is cancelled. */
  setTemporary(shining: Shining, ms: number): void;
  cancelTemporary(): void;
  /** Dark, as after power-up. */
  reset(): void;
}

const DARK: Shining = { colour: 'off', otherwise: 'off', onMs: 0, offMs: 0 };

export const createLamp = ({ clock, onChange }: { readonly clock: Clock; readonly onChange: () => void }): Lamp => {
  let permanent = DARK;
  let temporary: Shining | undefined;
  let timer: Timer | undefined;
  const cancelTemporary = () => {
    timer?.cancel();
    timer = undefined;
    if (temporary === undefined) return;
    temporary = undefined;
    onChange();
  };
  return {
    get state() {
      const now = temporary ?? permanent;
      return { ...now, blinks: now.onMs > 0 && now.offMs > 0, temporary: temporary !== undefined };
    },
    setPermanent: (shining) => {
      permanent = shining;
      onChange();
    },
    setTemporary: (shining, ms) => {
      timer?.cancel();
      timer = ms > 0 ? clock.after(Milliseconds(ms), cancelTemporary) : undefined;
      temporary = shining;
      onChange();
    },
    cancelTemporary,
    reset: () => {
      permanent = DARK;
      cancelTemporary();
    },
  };
};
