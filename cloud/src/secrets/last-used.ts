import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../db/unit-of-work.ts';

const WRITTEN_EVERY = Seconds(10);

/** When each key was last used, written in groups: it is a hint for people, and losing its last seconds in a crash does no harm. */
export const lastUsed = (
  { db, clock }: { readonly db: Pick<Database, 'write'>; readonly clock: Pick<Clock, 'every'> },
  touch: (tx: Tx, keyId: string, at: number) => Promise<unknown>,
) => {
  const used = new Map<string, number>();
  const flush = async (): Promise<void> => {
    const rows = [...used];
    used.clear();
    if (rows.length === 0) return;
    await db.write(async (tx) => {
      for (const [keyId, at] of rows) await touch(tx, keyId, at);
    });
  };
  const timer = clock.every(WRITTEN_EVERY, () => void flush().catch(() => {}));
  return {
    note: (keyId: string, at: number): void => void used.set(keyId, at),
    close: async (): Promise<void> => {
      timer.cancel();
      await flush();
    },
  };
};
