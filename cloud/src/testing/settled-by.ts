import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';

/** Moves the clock in small steps, letting the real database answer in between, until `work` is done or `most` has passed. */
export const settledBy = async (work: Promise<unknown>, clock: ManualClock, most: number): Promise<void> => {
  let done = false;
  work.then(
    () => (done = true),
    () => (done = true),
  );
  for (let passed = 0; !done && passed < most; passed += 50) {
    await clock.advance(Milliseconds(50));
    await sleep(systemClock, Milliseconds(2));
  }
  await work;
};
