import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds } from '@gatehouse/shared/time/duration.ts';

/** The clock of a processor: while it hangs, no time passes for it, and no timer of its own fires. */
export interface StoppableClock extends Clock {
  stop(): void;
  start(): void;
}

interface Waiting {
  leftMs: number;
  readonly periodMs: number | undefined;
  readonly run: () => void;
  armed: { readonly atMs: number; readonly timer: Timer } | undefined;
}

export const createStoppableClock = (clock: Clock): StoppableClock => {
  const waiting = new Set<Waiting>();
  let stoppedAtMs: number | undefined;
  let lostMs = 0;

  const arm = (one: Waiting) => {
    const timer = clock.after(Milliseconds(one.leftMs), () => {
      one.armed = undefined;
      if (one.periodMs === undefined) waiting.delete(one);
      else {
        one.leftMs = one.periodMs;
        arm(one);
      }
      one.run();
    });
    one.armed = { atMs: clock.monoMs() + one.leftMs, timer };
  };
  const add = (delay: Duration, run: () => void, periodMs?: number): Timer => {
    const one: Waiting = { leftMs: Math.max(0, delay), periodMs, run, armed: undefined };
    waiting.add(one);
    if (stoppedAtMs === undefined) arm(one);
    return {
      cancel: () => {
        waiting.delete(one);
        one.armed?.timer.cancel();
      },
    };
  };
  return {
    wallMs: () => clock.wallMs(),
    monoMs: () => (stoppedAtMs ?? clock.monoMs()) - lostMs,
    after: (delay, run) => add(delay, run),
    every: (period, run) => add(period, run, period),
    stop: () => {
      if (stoppedAtMs !== undefined) return;
      stoppedAtMs = clock.monoMs();
      for (const one of waiting) {
        if (one.armed === undefined) continue;
        one.leftMs = Math.max(0, one.armed.atMs - stoppedAtMs);
        one.armed.timer.cancel();
        one.armed = undefined;
      }
    },
    start: () => {
      if (stoppedAtMs === undefined) return;
      lostMs += clock.monoMs() - stoppedAtMs;
      stoppedAtMs = undefined;
      for (const one of [...waiting]) arm(one);
    },
  };
};
