import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { Log } from './log.ts';

/** The doors get this much of a stop, so that a board that does not answer cannot keep the process. */
const DOORS_CLOSE_WITHIN = Milliseconds(1_200);

/** Runs the steps of a stop, the newest first, each whatever became of the one before. */
export const runAll = async (steps: (() => Promise<void> | void)[], log: Log): Promise<void> => {
  for (const step of steps.splice(0)) {
    try {
      await step();
    } catch (error) {
      log.error({ err: error }, 'Something did not stop cleanly.');
    }
  }
};

/** Resolves when the doors have closed. Rejects when that takes too long. */
export const within = async (closing: Promise<void>, clock: Clock): Promise<void> => {
  await new Promise<void>((resolve, reject) => {
    const late = clock.after(DOORS_CLOSE_WITHIN, () => reject(new Error('the doors did not close in time')));
    closing.finally(late.cancel).then(resolve, reject);
  });
};
