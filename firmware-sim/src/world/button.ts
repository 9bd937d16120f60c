import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import type { Duration } from '@gatehouse/shared/time/duration.ts';

/** A push button (request to exit): pressed for a while, then let go. */
export interface Button {
  readonly pressed: boolean;
  /** Pressing again while pressed holds it until the later end. */
  press(hold: Duration): void;
}

export interface ButtonDeps {
  readonly clock: Clock;
  readonly onChange: (pressed: boolean) => void;
}

export const createButton = ({ clock, onChange }: ButtonDeps): Button => {
  let release: { readonly atMs: number; readonly timer: Timer } | undefined;
  return {
    get pressed() {
      return release !== undefined;
    },
    press: (hold) => {
      const atMs = clock.monoMs() + hold;
      const before = release;
      if (before !== undefined && before.atMs >= atMs) return;
      before?.timer.cancel();
      release = {
        atMs,
        timer: clock.after(hold, () => {
          release = undefined;
          onChange(false);
        }),
      };
      if (before === undefined) onChange(true);
    },
  };
};
