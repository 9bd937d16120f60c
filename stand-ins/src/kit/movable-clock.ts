import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds } from '@gatehouse/shared/time/duration.ts';

interface Pending {
  dueMs: number;
  readonly periodMs: number | undefined;
  readonly run: () => void;
  underneath: Timer;
}

/** A clock that goes as the one beneath it does, and can be moved on by hand: what falls due by that runs at once, in order. */
export const movableClock = (base: Clock): Clock & { readonly advance: (by: Duration) => void } => {
  let movedMs = 0;
  const pending = new Set<Pending>();
  const monoMs = () => base.monoMs() + movedMs;
  const fire = (timer: Pending): void => {
    if (!pending.has(timer)) return;
    if (timer.periodMs === undefined) pending.delete(timer);
    else {
      timer.dueMs += timer.periodMs;
      arm(timer);
    }
    timer.run();
  };
  const arm = (timer: Pending): void => {
    timer.underneath.cancel();
    timer.underneath = base.after(Milliseconds(timer.dueMs - monoMs()), () => fire(timer));
  };
  const add = (delay: Duration, periodMs: number | undefined, run: () => void): Timer => {
    const timer: Pending = {
      dueMs: monoMs() + Math.max(0, delay),
      periodMs,
      run,
      underneath: { cancel: () => undefined },
    };
    pending.add(timer);
    arm(timer);
    return {
      cancel: () => {
        timer.underneath.cancel();
        pending.delete(timer);
      },
    };
  };
  return {
    wallMs: () => base.wallMs() + movedMs,
    monoMs,
    after: (delay, run) => add(delay, undefined, run),
    every: (period, run) => add(period, period, run),
    advance: (by) => {
      movedMs += by;
      const due = () => [...pending].sort((a, b) => a.dueMs - b.dueMs).find(({ dueMs }) => dueMs <= monoMs());
      for (let timer = due(); timer !== undefined; timer = due()) fire(timer);
      for (const timer of pending) arm(timer);
    },
  };
};
