import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import type { Database, Tx } from '../db/unit-of-work.ts';
import { lastUsed } from './last-used.ts';

/** Units that run at once, with nothing behind them. */
const db: Pick<Database, 'write'> = { write: (work) => Promise.resolve(work({} as Tx)) };

describe('when keys were last used', () => {
  it('is written in one order, whatever order they were used in: replicas that close together must not wait for each other', async () => {
    const clock = new ManualClock();
    const written: string[][] = [];
    const replica = () => {
      const order: string[] = [];
      written.push(order);
      return lastUsed({ db, clock }, async (_tx, keyId) => void order.push(keyId));
    };
    const [one, other] = [replica(), replica()];
    for (const key of ['k2', 'k1', 'k3']) one.note(key, 1);
    for (const key of ['k3', 'k2', 'k1']) other.note(key, 1);
    await clock.advance(Seconds(10));
    expect(written).toEqual([
      ['k1', 'k2', 'k3'],
      ['k1', 'k2', 'k3'],
    ]);
    await Promise.all([one.close(), other.close()]);
  });

  it('is written once for each key, as it was used last, and nothing is written when none was', async () => {
    const clock = new ManualClock();
    const written: [string, number][] = [];
    const used = lastUsed({ db, clock }, async (_tx, keyId, at) => void written.push([keyId, at]));
    used.note('k', 1);
    used.note('k', 2);
    await used.close();
    await used.close();
    expect(written).toEqual([['k', 2]]);
    expect(clock.pendingTimers).toBe(0);
  });
});
