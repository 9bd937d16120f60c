import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';

/** How long `late` takes, unless somebody says. */
export const LATE_MS = 3_000;

/** Answers that wait for their time. What was closed answers nobody. */
export const lateAnswers = (clock: Clock) => {
  const timers = new Set<Timer>();
  return {
    later: (ms: number, run: () => void): void => {
      const timer = clock.after(Milliseconds(ms), () => {
        timers.delete(timer);
        run();
      });
      timers.add(timer);
    },
    cancel: (): void => {
      for (const timer of timers) timer.cancel();
      timers.clear();
    },
  };
};
