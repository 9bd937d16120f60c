import type { Clock } from './clock.ts';

export interface Rate {
  readonly perSecond: number;
  /** So many at once after a quiet while. */
  readonly burst: number;
}

/** Returns a function that takes one, or so many, from the budget; `false` when it is used up. On the monotonic clock. */
export const createBudget = (
  clock: Pick<Clock, 'monoMs'>,
  { perSecond, burst }: Rate,
): ((amount?: number) => boolean) => {
  let left = burst;
  let atMs = clock.monoMs();
  return (amount = 1) => {
    const nowMs = clock.monoMs();
    left = Math.min(burst, left + ((nowMs - atMs) * perSecond) / 1_000);
    atMs = nowMs;
    if (left < amount) return false;
    left -= amount;
    return true;
  };
};
