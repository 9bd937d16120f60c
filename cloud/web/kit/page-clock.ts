import type { Clock } from '@gatehouse/shared/time/clock.ts';

/** The browser’s own clocks. The monotonic one stands still on some machines while they sleep: what was seen before is old anyhow, since the page looks again as it wakes. */
export const pageClock: Clock = {
  wallMs: () => Date.now(),
  monoMs: () => performance.now(),
  after: (delay, run) => {
    const handle = setTimeout(run, Math.max(0, delay));
    return { cancel: () => clearTimeout(handle) };
  },
  every: (period, run) => {
    const handle = setInterval(run, period);
    return { cancel: () => clearInterval(handle) };
  },
};
