import type { Clock, Timer } from './clock.ts';

/** Node runs at once what it should run later than this: a maintenance until next month would end as it begins. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1;

const after = (delayMs: number, run: () => void): Timer => {
  let handle: NodeJS.Timeout;
  const wait = (leftMs: number): void => {
    handle =
      leftMs > TIMEOUT_MS_MAX
        ? setTimeout(() => wait(leftMs - TIMEOUT_MS_MAX), TIMEOUT_MS_MAX)
        : setTimeout(run, leftMs);
  };
  wait(Math.max(0, delayMs));
  return { cancel: () => clearTimeout(handle) };
};

/** The machine's own clocks. Timers keep the process alive, as a pending door must. */
export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monoMs: () => performance.now(),
  after,
  every: (period, run) => {
    const handle = setInterval(run, period);
    return { cancel: () => clearInterval(handle) };
  },
};

/**
 * The machine's own clocks, with a monotonic clock that all processes of this machine share (CLOCK_MONOTONIC, in ms since it
 * started): what one process calls a deadline means the same to another, and to the kernel where it stamps events.
 */
export const machineClock: Clock = { ...systemClock, monoMs: () => Number(process.hrtime.bigint()) / 1_000_000 };
