import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../db/unit-of-work.ts';

const WRITTEN_WITHIN = Seconds(10);

/** When each key was last used, written in groups: it is a hint for people, and losing its last seconds in a crash does no harm. */
export const lastUsed = (
  { db, clock }: { readonly db: Pick<Database, 'write'>; readonly clock: Pick<Clock, 'after'> },
  touch: (tx: Tx, keyId: string, at: number, from: string | undefined) => Promise<unknown>,
) => {
  const used = new Map<string, { readonly at: number; readonly from: string | undefined }>();
  let timer: Timer | undefined;
  const flush = async (): Promise<void> => {
    timer?.cancel();
    timer = undefined;
    // In one order on every replica: two that write the same keys the other way round would wait for each other.
    const rows = [...used].sort(([a], [b]) => (a < b ? -1 : 1));
    used.clear();
    if (rows.length === 0) return;
    await db.write(async (tx) => {
      for (const [keyId, { at, from }] of rows) await touch(tx, keyId, at, from);
    });
  };
  return {
    /** `from`: the address, where that is kept. */
    note: (keyId: string, at: number, from?: string): void => {
      used.set(keyId, { at, from });
      timer ??= clock.after(WRITTEN_WITHIN, () => void flush().catch(() => {}));
    },
    close: flush,
  };
};
