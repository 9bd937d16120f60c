import type { Duration } from './duration.ts';

export interface Timer {
  /** Stops the timer. Safe to call twice, and after it has fired. */
  cancel(): void;
}

/**
 * The only way code learns the time. Production hands in `systemClock`, tests a `ManualClock` that they move.
 *
 * Two clocks, because they answer different questions. The wall clock says which moment it is and may jump; the
 * monotonic clock says how much time has passed since this process began and never goes back. Holds, deadlines and
 * timeouts use the monotonic clock only.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. May jump either way. */
  wallMs(): number;
  /** Milliseconds since an arbitrary start, never decreasing. */
  monoMs(): number;
  /** Runs once after `delay` on the monotonic clock. A negative delay counts as none. */
  after(delay: Duration, run: () => void): Timer;
  /** Runs again and again, first after one `period`. */
  every(period: Duration, run: () => void): Timer;
}

/** Resolves after `delay`. */
export const sleep = (clock: Clock, delay: Duration): Promise<void> =>
  new Promise((resolve) => {
    clock.after(delay, resolve);
  });
