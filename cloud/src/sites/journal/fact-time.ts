import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';

/** A clock that is so far ahead of ours does not know the time, whatever its box believes. */
const AHEAD = Minutes(5);

/**
 * When a fact happened, as far as its box can be believed: not before 1970, and not after it came. The journal keeps what the
 * box said; everybody who reads of a fact, or hears of it, gets this.
 */
export const believed = (
  { wallMs, clockTrusted }: Pick<Fact, 'wallMs' | 'clockTrusted'>,
  receivedAt: number,
): Pick<Fact, 'wallMs' | 'clockTrusted'> => ({
  wallMs: Math.max(0, Math.min(wallMs, receivedAt)),
  clockTrusted: clockTrusted && wallMs >= 0 && wallMs <= receivedAt + AHEAD,
});
