import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../db/engines.ts';
import type { Database } from '../db/unit-of-work.ts';
import { memoryRateLimiter, type RateLimiter, rateLimitHeaders, type Taken } from './rate-limit.ts';
import { sqlRateLimiter } from './rate-limit-sql.ts';

let keys = 0;
const newKey = () => `key-${++keys}`;

/** What every limiter promises, on a clock that the test moves. */
const rateLimiterContract = (
  bench: () => { limiter: RateLimiter; replica: RateLimiter; clock: ManualClock },
  numRuns: number,
): void => {
  const advance = (ms: number) => bench().clock.advance(Milliseconds(ms));
  const takeAll = async (key: string, limit: number, times: number): Promise<Taken[]> => {
    const taken: Taken[] = [];
    for (let i = 0; i < times; i++) taken.push(await bench().limiter.take(key, limit));
    return taken;
  };

  it('lets the limit through at once, and then one for each that is a second old', async () => {
    const key = newKey();
    expect((await takeAll(key, 3, 5)).map(({ ok, remaining }) => [ok, remaining])).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
      [false, 0],
    ]);
    await advance(999);
    expect(await bench().limiter.take(key, 3)).toEqual({ ok: false, remaining: 0, retryAfterMs: 1 });
    await advance(1);
    expect(await bench().limiter.take(key, 3)).toMatchObject({ ok: true, remaining: 2, retryAfterMs: 0 });
  });
  it('counts each key apart', async () => {
    const key = newKey();
    await takeAll(key, 1, 1);
    expect((await bench().limiter.take(newKey(), 1)).ok).toBe(true);
  });
  it('follows a limit that is raised or lowered', async () => {
    const key = newKey();
    await takeAll(key, 2, 2);
    expect((await takeAll(key, 4, 3)).map(({ ok }) => ok)).toEqual([true, true, false]);
    await advance(1_000);
    expect((await takeAll(key, 1, 2)).map(({ ok }) => ok)).toEqual([true, false]);
  });
  it('lets nobody through at a limit of none', async () => {
    expect(await bench().limiter.take(newKey(), 0)).toMatchObject({ ok: false, remaining: 0 });
  });
  it('lets exactly the limit through of many at once, over both replicas', async () => {
    const key = newKey();
    const { limiter, replica } = bench();
    const taken = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => (i % 2 === 0 ? limiter : replica).take(key, 5)),
    );
    expect(taken.filter(({ ok }) => ok)).toHaveLength(5);
  });
  it('refuses none of the first few of a new key, though they come to both replicas at once', async () => {
    for (let round = 0; round < 20; round++) {
      const key = newKey();
      const { limiter, replica } = bench();
      const taken = await Promise.all([limiter, replica, limiter, replica].map((one) => one.take(key, 5)));
      expect(taken.filter(({ ok }) => ok)).toHaveLength(4);
    }
  });
  it('never lets more than the limit through in any second, and refuses only when that many were', async () => {
    const steps = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (waits, limit) => {
        const key = newKey();
        const accepted: number[] = [];
        for (const wait of waits) {
          await advance(wait);
          const now = bench().clock.monoMs();
          const recent = accepted.filter((at) => now - at < 1_000).length;
          const { ok } = await bench().limiter.take(key, limit);
          expect(ok).toBe(recent < limit);
          if (ok) accepted.push(now);
        }
      }),
      { numRuns },
    );
  });
};

describe('the limiter in memory', () => {
  const clock = new ManualClock();
  const limiter = memoryRateLimiter(clock, 3);
  rateLimiterContract(() => ({ limiter, replica: limiter, clock }), 200);

  it('holds no more keys than it may, and forgets the one that was longest not asked for', () => {
    const small = memoryRateLimiter(clock, 2);
    for (const key of ['a', 'b', 'a', 'c']) small.take(key, 3);
    expect(small.take('a', 3)).toMatchObject({ remaining: 0 });
    expect(small.take('b', 3)).toMatchObject({ remaining: 2 });
  });
});

describe.each(ENGINES)('the limiter on $name', ({ name, open }) => {
  const clock = new ManualClock();
  let db: Database;
  beforeAll(async () => {
    db = await open();
  });
  const limiter = () => sqlRateLimiter({ db, clock });
  rateLimiterContract(() => ({ limiter: limiter(), replica: limiter(), clock }), 15);

  if (name === 'postgres')
    it("lets exactly the limit through by the database's own clock, however many ask", async () => {
      const key = newKey();
      const replicas = [0, 1, 2].map(() => sqlRateLimiter({ db, clock: 'database' }));
      const taken = await Promise.all(Array.from({ length: 30 }, (_, i) => replicas[i % 3]?.take(key, 5)));
      expect(taken.filter((one) => one?.ok)).toHaveLength(5);
      expect(taken.every((one) => one !== undefined && one.retryAfterMs <= 1_000)).toBe(true);
    });
});

describe('the headers of the rate limit', () => {
  it('say what is left, and on a refusal when to come back, in whole seconds', () => {
    expect(rateLimitHeaders(5, { ok: true, remaining: 4, retryAfterMs: 0 })).toEqual({
      'RateLimit-Policy': '"endpoint";q=5;w=1',
      RateLimit: '"endpoint";r=4;t=1',
    });
    expect(rateLimitHeaders(5, { ok: false, remaining: 0, retryAfterMs: 12 })).toMatchObject({ 'Retry-After': '1' });
  });
});
