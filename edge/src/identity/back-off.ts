import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { type Duration, Milliseconds } from '@gatehouse/shared/time/duration.ts';

export interface BackOff {
  /** How long to wait before the next try. */
  next(): Duration;
  /** The last try worked: begin again with short waits. */
  reset(): void;
}

/** Waits that double up to `maxMs`, each shortened by up to half at random so that a thousand boxes do not come back at once. */
export const createBackOff = (options: {
  readonly first: Duration;
  readonly max: Duration;
  readonly random: RandomBytes;
}): BackOff => {
  let ceiling: number = options.first;
  return {
    next: () => {
      const [high = 0, low = 0] = options.random(2);
      const wait = ceiling * (1 - (high * 256 + low) / 131_072);
      ceiling = Math.min(ceiling * 2, options.max);
      return Milliseconds(wait);
    },
    reset: () => {
      ceiling = options.first;
    },
  };
};
