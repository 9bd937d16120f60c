import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { createGrowth } from './growth.ts';

const GB = 1024 ** 3;

describe.each(ENGINES)('N7 the growth of the database, on $name', ({ open }) => {
  const setup = async () => {
    const db = await open();
    const clock = new ManualClock();
    const said: string[] = [];
    const growth = createGrowth({ db, clock, log: { error: (_detail, message) => void said.push(message) } });
    return { db, clock, said, growth, read: () => db.read(growth.read) };
  };
  /** What the hourly looks would have found: so many bytes, so many days ago. */
  const wasOnce = (db: Database, nowMs: number, sizes: readonly (readonly [daysAgo: number, bytes: number])[]) =>
    db.write((tx) =>
      tx
        .insertInto('database_size')
        .values(sizes.map(([daysAgo, bytes]) => ({ at: nowMs - Days(daysAgo), bytes })))
        .execute(),
    );

  it('is what the engine says, once an hour, for two weeks', async () => {
    const { clock, growth, read, db, said } = await setup();
    expect(await read()).toBeUndefined();
    await growth.look();
    await growth.look();
    expect(await read()).toMatchObject({ grownBytes: 0, isFast: false });
    expect((await read())?.bytes).toBeGreaterThan(100_000);
    await clock.advance(Hours(1));
    await growth.look();
    const count = () => db.read((tx) => tx.selectFrom('database_size').selectAll().execute());
    expect(await count()).toHaveLength(2);
    await clock.advance(Days(16));
    await growth.look();
    expect(await count()).toHaveLength(1);
    expect(said).toEqual([]);
  });

  it.each([
    ['more than 1 GB in the first day', [[1, 0]], 2 * GB, true],
    ['less', [[1, 0]], GB / 2, false],
    [
      'as on every day before',
      [
        [10, 0],
        [1, 18 * GB],
      ],
      20 * GB,
      false,
    ],
    [
      'four times as much as on every day before',
      [
        [10, 0],
        [1, 18 * GB],
      ],
      26 * GB,
      true,
    ],
    ['much within an hour', [[0.04, 5 * GB]], 7 * GB, true],
  ] as const)('is fast or not where it grew by %s', async (_what, before, bytes, isFast) => {
    const { db, clock, growth, read, said } = await setup();
    const now = Math.ceil(clock.wallMs() / Hours(1)) * Hours(1);
    await wasOnce(db, now, [...before, [0, bytes]]);
    expect(await read()).toMatchObject({ bytes, isFast });
    expect(said).toEqual([]);
    await growth.look(); // Whose own row is the newest only where the hour is a new one.
    expect(said.length).toBeLessThanOrEqual(1);
  });
});
