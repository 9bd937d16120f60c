import { randomUUID } from 'node:crypto';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Days, type Duration, Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { type AnyJobKind, type JobKind, type JobRun, RetryLater } from './job-kind.ts';
import { type JobRunner, startJobRunner } from './job-runner.ts';
import { createJobsService, type JobsService } from './jobs.service.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const Numbered = z.strictObject({ n: z.number() });

describe.each(ENGINES)('the job runner on $name', ({ name, open }) => {
  let db: Database;
  let clock: ManualClock;
  let jobs: JobsService;
  beforeEach(async () => {
    db = await open();
    clock = new ManualClock();
    jobs = createJobsService({ db, clock, random: systemRandom });
  });
  const aRunner = (
    kinds: readonly AnyJobKind[],
    more: { concurrency?: number; jobs?: JobsService; time?: 'database' } = {},
  ): JobRunner =>
    startJobRunner({
      db,
      clock,
      time: clock,
      random: () => new Uint8Array([0x7f, 0xff]), // No jitter to speak of.
      log: quiet,
      jobs,
      kinds,
      replica: `r-${randomUUID()}`,
      ...more,
    });
  const enqueue = (kind: string, payload: unknown = {}, when = {}) =>
    db.write((tx) => jobs.enqueue(tx, kind, payload, when));
  const rows = () => db.read((tx) => tx.selectFrom('job').selectAll().orderBy('id').execute());
  const numbered = (
    run: (payload: { n: number }, job: JobRun) => Promise<void>,
    more = {},
  ): JobKind<{ n: number }> => ({
    name: 'test.numbered',
    payload: Numbered,
    run,
    ...more,
  });
  /** Moves time until nothing happens any more. */
  const pass = async (runner: JobRunner, by: Duration) => {
    await clock.advance(by);
    await runner.settled();
  };

  it('two runners that race do each of 200 jobs once, a few at a time', async () => {
    const did: number[] = [];
    let atOnce = 0;
    let most = 0;
    const kind = numbered(async ({ n }) => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      did.push(n);
      atOnce--;
    });
    await db.write(async (tx) => {
      for (let n = 0; n < 200; n++) await jobs.enqueue(tx, kind.name, { n });
    });
    const runners = [aRunner([kind], { concurrency: 4 }), aRunner([kind], { concurrency: 4 })];
    await Promise.all(runners.map((runner) => runner.settled()));
    expect(did.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n));
    expect(most).toBeLessThanOrEqual(8);
    expect((await rows()).every(({ state, attempt }) => state === 'done' && attempt === 1)).toBe(true);
    await Promise.all(runners.map((runner) => runner.close()));
  });

  it('runs what this process enqueues at once, and nothing whose unit was undone', async () => {
    const did: number[] = [];
    const runner = aRunner([numbered(async ({ n }) => void did.push(n))]);
    await runner.settled();
    await expect(
      db.write(async (tx) => {
        await jobs.enqueue(tx, 'test.numbered', { n: 1 });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await enqueue('test.numbered', { n: 2 });
    await runner.settled();
    expect(did).toEqual([2]);
    await runner.close();
    expect(clock.pendingTimers).toBe(0);
  });

  it('looks every few seconds for what another process enqueued, and exactly at a due time that it knows', async () => {
    const elsewhere = createJobsService({ db, clock, random: systemRandom });
    const did: number[] = [];
    const runner = aRunner([numbered(async ({ n }) => void did.push(n))]);
    await runner.settled();
    await db.write((tx) => elsewhere.enqueue(tx, 'test.numbered', { n: 1 }));
    await db.write((tx) => elsewhere.enqueue(tx, 'test.numbered', { n: 2 }, { dueAt: clock.wallMs() + 6_000 }));
    await pass(runner, Seconds(5));
    expect(did).toEqual([1]);
    await pass(runner, Seconds(1));
    expect(did).toEqual([1, 2]);
    await runner.close();
  });

  it('there is one open job of a key, and room for the next once that has ended', async () => {
    const first = await enqueue('test.numbered', { n: 1 }, { key: 'a' });
    expect(await enqueue('test.numbered', { n: 2 }, { key: 'a' })).toBe(first);
    expect(await enqueue('test.numbered', { n: 3 }, { key: 'b' })).not.toBe(first);
    const did: number[] = [];
    const runner = aRunner([numbered(async ({ n }) => void did.push(n))]);
    await runner.settled();
    expect(did.toSorted()).toEqual([1, 3]);
    expect(await enqueue('test.numbered', { n: 4 }, { key: 'a' })).not.toBe(first);
    await runner.settled();
    expect(did[2]).toBe(4);
    await runner.close();
  });

  it('repeats what failed later and later, and gives it up after its last attempt', async () => {
    const begun: { attempt: number; after: number; last: boolean }[] = [];
    const since = clock.wallMs();
    const kind = numbered(
      async (_payload, { attempt, last }) => {
        begun.push({ attempt, last, after: Math.round((clock.wallMs() - since) / 1_000) });
        throw new Error(`failed ${attempt}`);
      },
      { attempts: 4 },
    );
    const runner = aRunner([kind]);
    await enqueue(kind.name, { n: 1 });
    await runner.settled();
    for (let i = 0; i < 20; i++) await pass(runner, Seconds(5));
    expect(begun).toEqual([
      { attempt: 1, after: 0, last: false },
      { attempt: 2, after: 5, last: false },
      { attempt: 3, after: 15, last: false },
      { attempt: 4, after: 35, last: true },
    ]);
    expect(await rows()).toMatchObject([{ state: 'dead', attempt: 4, last_error: 'failed 4', leased_by: null }]);
    await runner.close();
  });

  it.each([
    ['does not fit its kind', '{"n":"one"}', /payload: n/],
    ['is no JSON', '{', /payload: not JSON/],
  ])('a payload that %s is dead at once, and holds nothing up', async (_what, payload, why) => {
    const did: number[] = [];
    const bad = await enqueue('test.numbered', {});
    await db.write((tx) => tx.updateTable('job').set({ payload }).where('id', '=', bad).execute());
    await enqueue('test.numbered', { n: 2 });
    const runner = aRunner([numbered(async ({ n }) => void did.push(n))]);
    await runner.settled();
    expect(did).toEqual([2]);
    const dead = (await rows()).find(({ id }) => id === bad);
    expect(dead).toMatchObject({ state: 'dead', attempt: 1 });
    expect(dead?.last_error).toMatch(why);
    await runner.close();
  });

  it('leaves kinds that it does not know to replicas that do', async () => {
    await enqueue('test.from-the-future');
    const runner = aRunner([numbered(async () => undefined)]);
    await pass(runner, Hours(1));
    expect(await rows()).toMatchObject([{ state: 'queued', attempt: 0 }]);
    await runner.close();
  });

  /** A kind whose runs end when the test says so, or with their signal. */
  const held = () => {
    const runs: { job: JobRun; finish: () => void }[] = [];
    const kind = numbered(
      (_payload, job) =>
        new Promise<void>((resolve, reject) => {
          runs.push({ job, finish: resolve });
          job.signal.addEventListener('abort', () => reject(job.signal.reason));
        }),
      { attempts: 3 },
    );
    return { kind, runs };
  };
  /** As long as real work on the database may take to come through, while the clock stands still. */
  const until = async (holds: () => boolean | Promise<boolean>) => {
    await expect.poll(holds, { timeout: 5_000, interval: 5 }).toBe(true);
  };

  it('keeps its lease while it runs, however long that takes', async () => {
    const { kind, runs } = held();
    const first = aRunner([kind]);
    await enqueue(kind.name, { n: 1 });
    await until(() => runs.length === 1);
    const second = aRunner([kind]);
    for (let i = 0; i < 12; i++) {
      await clock.advance(Seconds(20));
      await until(async () => (await rows())[0]?.lease_until === clock.wallMs() + 60_000);
    }
    await second.settled();
    expect(runs).toHaveLength(1);
    runs[0]?.finish();
    await first.settled();
    expect(await rows()).toMatchObject([{ state: 'done', attempt: 1 }]);
    await Promise.all([first.close(), second.close()]);
  });

  const onReplicas = it.runIf(name === 'postgres'); // A SQLite file has one machine, and one clock.
  onReplicas(
    'what is enqueued by one whose clock is ahead is due at once all the same, and so is what is retried',
    async () => {
      const ahead = new ManualClock('2099-01-01T00:00:00.000Z');
      const there = createJobsService({ db, clock: ahead, time: 'database', random: systemRandom });
      const did: number[] = [];
      let fails = true;
      const kind = numbered(
        async ({ n }) => {
          if (fails) throw new Error('not yet');
          did.push(n);
        },
        { attempts: 1 },
      );
      const runner = aRunner([kind], { jobs: there, time: 'database' });
      const id = await db.write((tx) => there.enqueue(tx, kind.name, { n: 1 }));
      await runner.settled();
      expect(await rows()).toMatchObject([{ state: 'dead' }]);
      fails = false;
      await db.write((tx) => there.retry(tx, id));
      await runner.settled();
      expect(did).toEqual([1]);
      await runner.close();
    },
  );

  it('leaves a job of a kind with a longer lease alone for that long, from its first moment on', async () => {
    const { kind, runs } = held();
    const slow = { ...kind, lease: Minutes(3) };
    const first = aRunner([slow]);
    await enqueue(kind.name, { n: 1 });
    await until(() => runs.length === 1);
    expect(await rows()).toMatchObject([{ lease_until: clock.wallMs() + 180_000 }]);
    runs[0]?.finish();
    await first.settled();
    await first.close();
  });

  it('a kind that may wait long for others has places of its own, and holds up no other kind', async () => {
    const { kind, runs } = held();
    const did: string[] = [];
    const other: AnyJobKind = { name: 'test.other', payload: z.any(), run: async () => void did.push('other') };
    const runner = aRunner([{ ...kind, atOnce: 3 }, other], { concurrency: 2 });
    await db.write(async (tx) => {
      for (let n = 0; n < 5; n++) await jobs.enqueue(tx, kind.name, { n });
    });
    await until(() => runs.length === 3);
    await enqueue('test.other');
    await until(() => did.length === 1);
    expect(runs).toHaveLength(3);
    runs[0]?.finish();
    await until(() => runs.length === 4);
    await runner.close();
  });

  it('what asks to come later does so, and that attempt does not count', async () => {
    const begun: number[] = [];
    const runner = aRunner([
      numbered(async (_payload, { attempt }) => {
        begun.push(attempt);
        if (begun.length === 1) throw new RetryLater(Minutes(1));
      }),
    ]);
    await enqueue('test.numbered', { n: 1 });
    await runner.settled();
    expect(await rows()).toMatchObject([{ state: 'queued', attempt: 0, leased_by: null, last_error: null }]);
    await pass(runner, Seconds(59));
    expect(begun).toEqual([1]);
    await pass(runner, Seconds(5));
    expect(begun).toEqual([1, 1]);
    expect(await rows()).toMatchObject([{ state: 'done', attempt: 1 }]);
    await runner.close();
  });

  it('a job whose lease ended is run by another replica, and the first one is told to stop', async () => {
    const { kind, runs } = held();
    const first = aRunner([kind]);
    await enqueue(kind.name, { n: 1 });
    await until(() => runs.length === 1);
    // As if the first one had been cut off from the database for longer than its lease.
    await db.write((tx) => tx.updateTable('job').set({ lease_until: clock.wallMs() }).execute());
    const second = aRunner([kind]);
    await until(() => runs.length === 2);
    expect(runs[1]?.job.attempt).toBe(2);
    await clock.advance(Seconds(20));
    await until(() => runs[0]?.job.signal.aborted === true);
    await first.settled();
    expect(await rows()).toMatchObject([{ state: 'running', attempt: 2 }]);
    runs[1]?.finish();
    await second.settled();
    expect(await rows()).toMatchObject([{ state: 'done', attempt: 2 }]);
    await Promise.all([first.close(), second.close()]);
  });

  it('gives back at its end what it has not finished, and that attempt does not count', async () => {
    const { kind, runs } = held();
    const first = aRunner([kind]);
    await enqueue(kind.name, { n: 1 });
    await until(() => runs.length === 1);
    await first.close();
    expect(runs[0]?.job.signal.aborted).toBe(true);
    expect(await rows()).toMatchObject([{ state: 'queued', attempt: 0, leased_by: null, lease_until: null }]);
    const second = aRunner([kind]);
    await until(() => runs.length === 2);
    runs[1]?.finish();
    await second.settled();
    expect(await rows()).toMatchObject([{ state: 'done', attempt: 1 }]);
    await second.close();
  });

  it('a job that kills whoever runs it is dead after its last attempt', async () => {
    const did: number[] = [];
    await enqueue('test.numbered', { n: 1 });
    await db.write((tx) =>
      tx
        .updateTable('job')
        .set({ state: 'running', attempt: 3, lease_until: clock.wallMs(), leased_by: 'r-gone' })
        .execute(),
    );
    const runner = aRunner([numbered(async ({ n }) => void did.push(n), { attempts: 3 })]);
    await runner.settled();
    expect(did).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'dead', last_error: 'the process ended that ran its last attempt' }]);
    await runner.close();
  });

  describe('on a schedule', () => {
    const hourly = (did: number[]): AnyJobKind => ({
      name: 'test.hourly',
      payload: z.strictObject({}),
      cron: '30 * * * *',
      run: async (_payload: unknown, { dueAt }: JobRun) => void did.push(dueAt),
    });
    const minutesPast = (did: readonly number[]) => did.map((at) => (at - Date.parse('2026-01-01T00:00:00Z')) / 60_000);

    it('each occurrence is one job over all replicas', async () => {
      const did: number[] = [];
      const runners = [aRunner([hourly(did)]), aRunner([hourly(did)]), aRunner([hourly(did)])];
      for (const runner of runners) await runner.settled();
      did.length = 0;
      for (let minute = 0; minute < 240; minute++) {
        await clock.advance(Minutes(1));
        for (const runner of runners) await runner.settled();
      }
      expect(minutesPast(did)).toEqual([30, 90, 150, 210]);
      await Promise.all(runners.map((runner) => runner.close()));
    });

    it('what comes due while the job before is still tried is done by that one', async () => {
      let fails = true;
      const did: number[] = [];
      const kind = hourly(did);
      const failing: AnyJobKind = {
        ...kind,
        attempts: 100,
        backOff: () => Minutes(20),
        run: async (payload, job) => {
          if (fails) throw new Error('not yet');
          await kind.run(payload, job);
        },
      };
      const runner = aRunner([failing]);
      await runner.settled();
      for (let i = 0; i < 36; i++) await pass(runner, Minutes(5));
      expect(await rows()).toMatchObject([{ state: 'queued' }]);
      fails = false;
      for (let i = 0; i < 4; i++) await pass(runner, Minutes(5));
      expect(did).toHaveLength(1);
      await runner.close();
    });

    it('of occurrences that nobody was there for only the newest is made up for', async () => {
      const did: number[] = [];
      const first = aRunner([hourly(did)]);
      await first.settled();
      await first.close();
      did.length = 0;
      await clock.advance(Hours(10));
      const second = aRunner([hourly(did)]);
      await second.settled();
      expect(did).toHaveLength(1);
      await pass(second, Minutes(29));
      expect(did).toHaveLength(1);
      await second.close();
    });

    it('a clock that jumps back repeats no occurrence, and one that was years ahead holds none up', async () => {
      const did: number[] = [];
      const runner = aRunner([hourly(did)]);
      await pass(runner, Minutes(31));
      did.length = 0;
      clock.jumpWall(-Hours(3) as Duration);
      await pass(runner, Hours(3));
      expect(did).toEqual([]);
      await pass(runner, Hours(1));
      expect(did).toHaveLength(1);
      clock.jumpWall(Days(1_000));
      await pass(runner, Seconds(5));
      expect(did).toHaveLength(2);
      clock.jumpWall(-Days(1_000) as Duration);
      await pass(runner, Hours(1));
      expect(did.length).toBeGreaterThanOrEqual(3);
      await runner.close();
    });
  });

  it('a clock that jumps ahead starts nothing twice here, and one that jumps back holds up no dead lease', async () => {
    const { kind, runs } = held();
    const runner = aRunner([kind]);
    await enqueue(kind.name, { n: 1 });
    await until(() => runs.length === 1);
    clock.jumpWall(Days(1));
    await clock.advance(Seconds(5));
    await clock.advance(Seconds(15));
    await until(async () => (await rows())[0]?.lease_until === clock.wallMs() + 60_000);
    expect(runs).toHaveLength(1);
    runs[0]?.finish();
    await runner.settled();

    await enqueue(kind.name, { n: 2 });
    await until(() => runs.length === 2);
    // Its process is gone, and the clock by which it took the lease was a day ahead.
    await db.write((tx) => tx.updateTable('job').set({ leased_by: 'r-gone' }).where('state', '=', 'running').execute());
    await runner.close();
    clock.jumpWall(-Days(1) as Duration);
    const next = aRunner([kind]);
    await next.settled();
    expect((await rows()).find(({ state }) => state === 'running')?.lease_until).toBe(clock.wallMs() + 300_000);
    await clock.advance(Minutes(5));
    await until(() => runs.length === 3);
    runs[2]?.finish();
    await next.settled();
    await next.close();
  });
});
