import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { BoardError } from './driver.ts';

/** Runs a test's clock until the call is over, `within` at most; a refusal comes back as its `BoardError`. */
export const settled = async <T>(
  clock: ManualClock,
  call: Promise<T>,
  within = Seconds(10),
): Promise<T | BoardError> => {
  let result: { value: T | BoardError } | undefined;
  call.then(
    (value) => {
      result = { value };
    },
    (error: unknown) => {
      if (!(error instanceof BoardError)) throw error;
      result = { value: error };
    },
  );
  const endMs = clock.monoMs() + within;
  while (result === undefined && clock.monoMs() < endMs) await clock.advance(Milliseconds(1));
  if (result === undefined) throw new Error('the driver hangs');
  return result.value;
};

/** Asks again until the board does as asked: a real line takes the time it takes. */
export const patiently = async <T>(ask: () => Promise<T>, within = Seconds(15)): Promise<T> => {
  const endMs = systemClock.monoMs() + within;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof BoardError) || systemClock.monoMs() > endMs) throw error;
      await sleep(systemClock, Milliseconds(20));
    }
  }
};
