import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Timer } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Milliseconds, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Log } from '../../kit/http/log.ts';
import type { AnyJobKind } from './job-kind.ts';
import { createJobMetrics } from './job-metrics.ts';
import { jobQueueRepo, type QueuedJob, type QueueTime } from './job-queue.repo.ts';
import { AHEAD_MS, createSchedules } from './job-schedules.ts';
import type { JobsService } from './jobs.service.ts';
import { type JobEnd, LONGEST_LEASE, leaseOf, type RunnerClock, runJob } from './run-job.ts';

export interface JobRunnerDeps {
  readonly db: Pick<Database, 'read' | 'write' | 'engine'>;
  readonly clock: RunnerClock;
  /** What due times and leases go by: several replicas go by their database's clock. */
  readonly time: QueueTime;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly jobs: Pick<JobsService, 'enqueue' | 'onEnqueued' | 'changed'>;
  readonly kinds: readonly AnyJobKind[];
  /** Names this process, and no other one that ever was. */
  readonly replica: string;
  readonly concurrency?: number;
}

export interface JobRunner {
  /** Resolves when nothing runs, and nothing is due that could. */
  settled(): Promise<void>;
  /** Aborts what runs, waits for it for a while, and gives back what it did not finish. */
  close(): Promise<void>;
}

/** A schedule has one open job: what comes due while that is late or tried again is done by it. */
const SCHEDULED = 'on schedule';
const POLL_EVERY = Seconds(5);
const REPORT_EVERY = Minutes(5);
const DRAIN = Seconds(10);
const CONCURRENCY = 8;

interface Running {
  readonly kind: string;
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/**
 * Runs jobs beside other replicas. INVARIANTS: a job runs only where its lease was claimed in a committed unit; whatever
 * is written of it is written under that lease and that attempt; a lease that is lost aborts the run.
 */
export const startJobRunner = (deps: JobRunnerDeps): JobRunner => {
  const { db, clock, log, replica, concurrency = CONCURRENCY } = deps;
  const kinds = new Map(deps.kinds.map((kind) => [kind.name, kind]));
  const names = [...kinds.keys()];
  /** Kinds that share places, and those that have their own. */
  const houses = [
    { kinds: deps.kinds.filter(({ atOnce }) => atOnce === undefined).map(({ name }) => name), places: concurrency },
    ...deps.kinds.flatMap(({ name, atOnce }) => (atOnce === undefined ? [] : [{ kinds: [name], places: atOnce }])),
  ].filter((house) => house.kinds.length > 0);
  const schedules = createSchedules(deps.kinds);
  const metrics = createJobMetrics();
  const running = new Map<string, Running>();
  const queue = (tx: Tx) => jobQueueRepo(tx, db.engine, deps.time);
  let stopped = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let soon: Timer | undefined;

  const enqueueScheduled = async (): Promise<void> => {
    for (const occurrence of schedules.due(clock.wallMs())) {
      const { kind, at } = occurrence;
      await db.write(async (tx) => {
        if (await queue(tx).takeOccurrence(kind, at, AHEAD_MS))
          await deps.jobs.enqueue(tx, kind, {}, { key: SCHEDULED });
      });
      schedules.dealtWith(occurrence);
    }
  };
  const keepLease = (kind: AnyJobKind, job: QueuedJob, lost: () => void): Timer =>
    clock.every(Milliseconds(leaseOf(kind) / 3), () => {
      db.write((tx) => queue(tx).renew(job, replica, leaseOf(kind))).then(
        (kept) => kept || lost(),
        (error: unknown) => log.error({ err: error, job: job.id, kind: kind.name }, 'a lease was not renewed'),
      );
    });
  const settle = (job: QueuedJob, end: JobEnd): Promise<unknown> =>
    db.write((tx) => {
      deps.jobs.changed(tx, job.id);
      if (end.kind === 'done') return queue(tx).finish(job, replica, { state: 'done' });
      if (stopped) return queue(tx).giveBack(job, replica);
      if (end.kind === 'later') return queue(tx).giveBack(job, replica, end.waitMs);
      if (end.kind === 'again') return queue(tx).again(job, replica, end);
      return queue(tx).finish(job, replica, { state: 'dead', error: end.error });
    });
  const run = async (kind: AnyJobKind, job: QueuedJob, abort: AbortController): Promise<void> => {
    const startedMs = clock.monoMs();
    const lost = (): void => {
      log.warn({ job: job.id, kind: kind.name }, 'a job was taken over by another replica');
      abort.abort(new Error('the job was taken over'));
    };
    const lease = keepLease(kind, job, lost);
    const end = await runJob(kind, job, { signal: abort.signal, random: deps.random });
    lease.cancel();
    metrics.ended(kind.name, end.kind, clock.monoMs() - startedMs);
    if ((end.kind === 'again' || end.kind === 'dead') && !stopped)
      log[end.kind === 'dead' ? 'error' : 'warn'](
        { job: job.id, kind: kind.name, attempt: job.attempt, error: end.error },
        end.kind === 'dead' ? 'a job is dead' : 'a job failed',
      );
    await settle(job, end);
  };
  const start = (job: QueuedJob): void => {
    const kind = kinds.get(job.kind);
    if (kind === undefined) return;
    const abort = new AbortController();
    const ended = run(kind, job, abort)
      .catch((error: unknown) => log.error({ err: error, job: job.id }, 'the end of a job was not noted'))
      .finally(() => {
        running.delete(job.id);
        wake();
      });
    running.set(job.id, { kind: kind.name, abort, ended });
  };
  const housesWithRoom = () => {
    const busy = [...running.values()];
    return houses
      .map((house) => ({
        kinds: house.kinds,
        limit: house.places - busy.filter((o) => house.kinds.includes(o.kind)).length,
      }))
      .filter(({ limit }) => limit > 0);
  };
  const claim = () =>
    db.write(async (tx) => {
      await queue(tx).shortenLeases(LONGEST_LEASE);
      const of = {
        by: replica,
        running: [...running.keys()],
        leaseOf: (kind: string) => leaseOf(kinds.get(kind) ?? {}),
      };
      const claimed: QueuedJob[] = [];
      for (const house of housesWithRoom()) claimed.push(...(await queue(tx).claim({ ...of, ...house })));
      for (const { id } of claimed) deps.jobs.changed(tx, id);
      return claimed;
    });
  const look = async (): Promise<void> => {
    await enqueueScheduled();
    const { nextIn, longestLease } = await db.read((tx) => queue(tx).outlook(names));
    soon?.cancel();
    const isDue = nextIn !== undefined && nextIn <= 0;
    if (!isDue && nextIn !== undefined && nextIn < POLL_EVERY) soon = clock.after(nextIn as Duration, wake);
    // Whoever ends wakes us, so a full house need not look.
    if (stopped || housesWithRoom().length === 0 || !(isDue || longestLease > LONGEST_LEASE)) return;
    const claimed = await claim();
    for (const job of claimed) start(job);
    if (claimed.length > 0) lookAgain = true;
  };
  /** Ends in the turn in which it finds that nobody asks any more: whoever asks later begins it anew. */
  const lookUntilQuiet = async (): Promise<void> => {
    try {
      do {
        lookAgain = false;
        await look();
      } while (lookAgain && !stopped);
    } catch (error) {
      log.error({ err: error }, 'jobs were not looked for');
    } finally {
      looking = undefined;
    }
  };
  const wake = (): void => {
    if (stopped) return;
    lookAgain = true;
    looking ??= lookUntilQuiet();
  };
  const report = (): void => {
    const did = metrics.take();
    if (Object.keys(did).length > 0) log.info({ jobs: did, running: running.size }, 'jobs of the last minutes');
  };

  const timers = [clock.every(POLL_EVERY, wake), clock.every(REPORT_EVERY, report)];
  const unsubscribe = deps.jobs.onEnqueued(wake);
  wake();
  return {
    settled: async () => {
      while (looking !== undefined || running.size > 0)
        await Promise.all([looking, ...[...running.values()].map(({ ended }) => ended)]);
    },
    close: async () => {
      stopped = true;
      unsubscribe();
      await looking;
      soon?.cancel();
      for (const timer of timers) timer.cancel();
      for (const { abort } of running.values()) abort.abort(new Error('the process stops'));
      let drained: Timer | undefined;
      const timeout = new Promise<void>((resolve) => {
        drained = clock.after(DRAIN, resolve);
      });
      // What does not heed its signal keeps its lease: nobody may begin it while it may still be running.
      await Promise.race([Promise.all([...running.values()].map(({ ended }) => ended)), timeout]);
      drained?.cancel();
      report();
    },
  };
};
