import type { Clock } from './clock.ts';

/** The machine's own clocks. Timers keep the process alive, as a pending door must. */
export const systemClock: Clock = {
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
