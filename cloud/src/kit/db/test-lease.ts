import { DatabaseError } from './errors.ts';
import type { Database } from './unit-of-work.ts';

/** A unit that hangs is not waited for. */
const PATIENCE_MS = 1_000;

/**
 * A database that is given back when it is closed: from then on it runs nothing, as one that is really closed, and once its last
 * unit has ended `back` gets it; `clean` where all have.
 */
export const leased = (db: Database, back: (clean: boolean) => Promise<void>): Database => {
  let running = 0;
  let ended = (): void => undefined;
  let closing: Promise<void> | undefined;
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closing !== undefined) throw new DatabaseError('unavailable', 'the database is closed');
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      if (running === 0) ended();
    }
  };
  const untilQuiet = (): Promise<boolean> =>
    new Promise((resolve) => {
      const patience = setTimeout(() => resolve(false), PATIENCE_MS);
      ended = () => {
        clearTimeout(patience);
        resolve(true);
      };
      if (running === 0) ended();
    });
  return {
    engine: db.engine,
    write: (work) => run(() => db.write(work)),
    read: (work) => run(() => db.read(work)),
    apart: (work) => db.apart(work),
    migrate: () => run(() => db.migrate()),
    close: () => {
      closing ??= untilQuiet().then(back);
      return closing;
    },
  };
};
