import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';

/** Of a contact that chatters, one hint in so many ms is enough. */
const PAUSE_MS = 10;

/** Passes hints on: the first at once, and of those that follow closely the last, so that no change stays unseen. */
export const createHinter = (clock: Clock, hint: () => void) => {
  let pause: Timer | undefined;
  let again = false;
  const now = (): void => {
    again = false;
    pause = clock.after(Milliseconds(PAUSE_MS), () => {
      pause = undefined;
      if (again) now();
    });
    hint();
  };
  return {
    changed: (): void => {
      if (pause === undefined) now();
      else again = true;
    },
    close: (): void => pause?.cancel(),
  };
};
