import { sleep } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';

/** Looks again and again until `holds`; fails, naming what was waited for, after `within`. */
export const eventually = async (
  holds: () => Promise<boolean> | boolean,
  what: string,
  within: Duration = Seconds(20),
): Promise<void> => {
  const giveUpAt = systemClock.monoMs() + within;
  for (;;) {
    if (await holds()) return;
    if (systemClock.monoMs() > giveUpAt) throw new Error(`this did not come true: ${what}`);
    await sleep(systemClock, Milliseconds(25));
  }
};

/** Looks again and again for the whole time, and fails as soon as it does not hold: for what must not happen. */
export const throughout = async (
  during: Duration,
  holds: () => Promise<boolean> | boolean,
  what: string,
): Promise<void> => {
  const until = systemClock.monoMs() + during;
  while (systemClock.monoMs() < until) {
    if (!(await holds())) throw new Error(`this did not stay true: ${what}`);
    await sleep(systemClock, Milliseconds(25));
  }
};

/** How long `run` takes, in ms of the monotonic clock. */
export const timed = async <T>(run: () => Promise<T>): Promise<{ readonly result: T; readonly tookMs: number }> => {
  const startedMs = systemClock.monoMs();
  const result = await run();
  return { result, tookMs: systemClock.monoMs() - startedMs };
};
