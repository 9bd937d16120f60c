import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Hours } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from './db/unit-of-work.ts';
import type { Log } from './http/log.ts';

/** A kind of record that is forgotten after a while. */
export interface Retained {
  readonly name: string;
  readonly keep: Duration;
  /** Forgets up to `limit` records from before `at` (ms since 1970). Resolves with how many those were. */
  readonly deleteBefore: (tx: Tx, at: number, limit: number) => Promise<number>;
}

export interface Retention {
  /** Forgets everything that is due. Never throws: what could not be done is done the next time. */
  sweep(): Promise<void>;
  /** Stops, after the unit that is running. */
  close(): Promise<void>;
}

const SWEEP_EVERY = Hours(1);
/** Rows a unit: whatever waits for the writer waits for no more than one of them. */
const CHUNK = 500;

/** Forgets records as they come of age: once now, and then every hour. Several replicas may do so at once. */
export const startRetention = (
  kinds: readonly Retained[],
  { db, clock, log }: { db: Pick<Database, 'write'>; clock: Clock; log: Log },
): Retention => {
  let stopped = false;
  const forget = async ({ keep, deleteBefore }: Retained): Promise<void> => {
    const before = clock.wallMs() - keep;
    for (;;) {
      const gone = await db.write((tx) => deleteBefore(tx, before, CHUNK));
      if (gone < CHUNK || stopped) return;
    }
  };
  const sweepOnce = async (): Promise<void> => {
    for (const kind of kinds)
      if (!stopped)
        await forget(kind).catch((cause: unknown) =>
          log.error({ err: cause, kind: kind.name }, 'old records were kept'),
        );
  };
  let running = Promise.resolve();
  const sweep = (): Promise<void> => {
    running = running.then(sweepOnce);
    return running;
  };
  void sweep();
  const timer = clock.every(SWEEP_EVERY, () => void sweep());
  return {
    sweep,
    close: async () => {
      stopped = true;
      timer.cancel();
      await running;
    },
  };
};
