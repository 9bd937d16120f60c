import { AsyncLocalStorage } from 'node:async_hooks';
import { Bug } from '@gatehouse/shared/fault/fault.ts';

const reading = new AsyncLocalStorage<{ readonly who: string; over: boolean }>();

/** Runs what says that it only reads: until it has ended, nothing that it calls gets a unit to write in. `who`: what says so. */
export const readingOnly = async <T>(who: string, work: () => Promise<T>): Promise<T> => {
  // A timer that was set on the way still knows of it long after.
  const mark = { who, over: false };
  return reading.run(mark, async () => {
    try {
      return await work();
    } finally {
      mark.over = true;
    }
  });
};

/** Throws if called by what says that it only reads. */
export const refuseWhileReading = (): void => {
  const mark = reading.getStore();
  if (mark?.over === false) throw new Bug(`${mark.who} writes, and says that it only reads: declare \`writes: true\``);
};

/** Runs what changes nothing that anybody asked of: it notes beside a read what is there already, such as the number of an event. */
export const besidesReading = <T>(work: () => Promise<T>): Promise<T> => reading.exit(work);
