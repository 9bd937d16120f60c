import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { afterCommit } from '../../kit/db/after-commit.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { QueueTime } from './job-queue.repo.ts';
import { jobsFault } from './jobs.faults.ts';
import { atOnce, type JobFilter, jobsRepo } from './jobs.repo.ts';
import type { JobState, JobTable } from './jobs.tables.ts';

export interface JobsDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  /** What due times go by, as the runner's do. The clock unless told otherwise. */
  readonly time?: QueueTime;
  readonly random: RandomBytes;
  /** A job is another than it was, once the unit commits. Nobody is told unless given. */
  readonly changed?: (tx: Tx, topic: 'job', jobId: string) => void;
}
export type JobsService = ReturnType<typeof createJobsService>;

/** A job as operators see it. What it carries is its module's own business. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly key: string | null;
  readonly state: JobState;
  readonly attempt: number;
  readonly dueAt: number;
  readonly leasedBy: string | null;
  readonly leaseUntil: number | null;
  readonly lastError: string | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}
export interface JobPage {
  readonly jobs: readonly Job[];
  /** What the next page comes after, if there is one. */
  readonly next: string | null;
  /** Of the kind that was asked for, or of all. */
  readonly counts: Readonly<Record<JobState, number>>;
}

export interface WhenToRun {
  /** Now unless said otherwise. */
  readonly dueAt?: number;
  /** While a job of this kind with this key is queued or running, there is no second one. */
  readonly key?: string;
}

/** Whatever needs more than this keeps it in a table of its own, and puts its id here. */
const PAYLOAD_CHARS_MAX = 64_000;

/** Work that is done later: enqueued with the change that asks for it, so that either both happen or neither. */
export const createJobsService = ({ db, clock, random, time = clock, changed = () => undefined }: JobsDeps) => {
  const listeners = new Set<() => void>();
  const wake = (): void => {
    for (const listener of listeners) listener();
  };

  return {
    /** Puts a job into the queue, in the caller's unit. Resolves with its id, or with that of the open one with this key. */
    enqueue: async (tx: Tx, kind: string, payload: unknown, { dueAt, key }: WhenToRun = {}): Promise<string> => {
      const now = clock.wallMs();
      const id = randomId('job', random, now);
      const text = JSON.stringify(payload);
      if (text.length > PAYLOAD_CHARS_MAX) throw new Bug(`the payload of a ${kind} job is too large`);
      const row = {
        id,
        kind,
        key: key ?? null,
        payload: text,
        due_at: dueAt ?? atOnce(time, now),
        attempt: 0,
        lease_until: null,
        leased_by: null,
        last_error: null,
        state: 'queued' as const,
        created_at: now,
        finished_at: null,
      };
      for (;;) {
        if (await jobsRepo(tx).insert(row)) {
          afterCommit(tx, wake);
          return id;
        }
        const open = await jobsRepo(tx).openWithKey(kind, key ?? '');
        // It may have ended since: then there is room for ours.
        if (open !== undefined) return open.id;
      }
    },

    find: async (tx: Tx, id: string): Promise<Job | undefined> => {
      const row = await jobsRepo(tx).find(id);
      return row && toJob(row);
    },

    /** Says that a job was begun or ended in this unit: who watches it is told sooner. */
    changed: (tx: Tx, id: string): void => changed(tx, 'job', id),

    /** The newest first, `limit` a page. */
    list: async (
      tx: Tx,
      filter: JobFilter,
      { after, limit }: { readonly after?: string | undefined; readonly limit: number },
    ): Promise<JobPage> => {
      const rows = await jobsRepo(tx).page(filter, after, limit + 1);
      const counted = await jobsRepo(tx).counts(filter.kind);
      const counts = { queued: 0, running: 0, done: 0, dead: 0 };
      for (const { state, count } of counted) counts[state] = Number(count);
      const jobs = rows.slice(0, limit).map(toJob);
      return { jobs, counts, next: rows.length > limit ? (jobs.at(-1)?.id ?? null) : null };
    },

    /** So many of the newest, of a kind or of all. */
    newest: async (tx: Tx, kind: string | undefined, most: number): Promise<readonly Job[]> =>
      (await jobsRepo(tx).page({ kind }, undefined, most)).map(toJob),

    /** How many jobs of each kind are dead, the most first; `most` are counted. */
    deadByKind: async (tx: Tx, most: number): Promise<readonly { readonly kind: string; readonly count: number }[]> =>
      (await jobsRepo(tx).deadByKind(most)).map(({ kind, count }) => ({ kind, count: Number(count) })),

    /** When a job of this kind was last done; `undefined` where none is on record. */
    lastDone: (kind: string): Promise<number | undefined> => db.read((tx) => jobsRepo(tx).lastDone(kind)),

    /** A dead job is tried again from the beginning. */
    retry: async (tx: Tx, id: string): Promise<Job> => {
      const row = await dead(tx, id);
      const open = row.key === null ? undefined : await jobsRepo(tx).openWithKey(row.kind, row.key);
      if (open !== undefined) throw jobsFault('job_key_taken', `Job ${open.id} is open for the same thing.`);
      if (!(await jobsRepo(tx).revive(id, atOnce(time, clock.wallMs())))) throw notDead();
      afterCommit(tx, wake);
      changed(tx, 'job', id);
      return toJob((await jobsRepo(tx).find(id)) ?? row);
    },

    /** A dead job is forgotten. */
    discard: async (tx: Tx, id: string): Promise<void> => {
      await dead(tx, id);
      if (!(await jobsRepo(tx).deleteDead(id))) throw notDead();
    },

    forgetDoneBefore: (tx: Tx, at: number, limit: number) => jobsRepo(tx).deleteFinished('done', at, limit),
    forgetDeadBefore: (tx: Tx, at: number, limit: number) => jobsRepo(tx).deleteFinished('dead', at, limit),

    /** Told, after the commit, of every job that this process enqueues. Returns how to stop that. */
    onEnqueued: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

const notDead = () => jobsFault('job_not_dead', 'This job is not dead.');

const dead = async (tx: Tx, id: string): Promise<JobTable> => {
  const row = await jobsRepo(tx).find(id);
  if (row === undefined) throw jobsFault('job_unknown', 'There is no such job.');
  if (row.state !== 'dead') throw notDead();
  return row;
};

const toJob = (row: JobTable): Job => ({
  id: row.id,
  kind: row.kind,
  key: row.key,
  state: row.state,
  attempt: row.attempt,
  dueAt: row.due_at,
  leasedBy: row.leased_by,
  leaseUntil: row.lease_until,
  lastError: row.last_error,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});
