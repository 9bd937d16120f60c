import type { Clock } from '@gatehouse/shared/time/clock.ts';

export interface Rate {
  readonly perSecond: number;
  /** So many at once after a quiet while. */
  readonly burst: number;
}

/** Returns a function that takes one from the budget; `false` when it is used up. On the monotonic clock. */
export const createBudget = (clock: Pick<Clock, 'monoMs'>, { perSecond, burst }: Rate): (() => boolean) => {
  let left = burst;
  let atMs = clock.monoMs();
  return () => {
    const nowMs = clock.monoMs();
    left = Math.min(burst, left + ((nowMs - atMs) * perSecond) / 1_000);
    atMs = nowMs;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
};
