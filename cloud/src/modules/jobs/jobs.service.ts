import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { afterCommit } from '../../db/after-commit.ts';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import { jobsRepo } from './jobs.repo.ts';

export interface JobsDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
}
export type JobsService = ReturnType<typeof createJobsService>;

export interface WhenToRun {
  /** Now unless said otherwise. */
  readonly dueAt?: number;
  /** While a job of this kind with this key is queued or running, there is no second one. */
  readonly key?: string;
}

/** Whatever needs more than this keeps it in a table of its own, and puts its id here. */
const PAYLOAD_CHARS_MAX = 64_000;

/** Work that is done later: enqueued with the change that asks for it, so that either both happen or neither. */
export const createJobsService = ({ clock, random }: JobsDeps) => {
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
        due_at: dueAt ?? now,
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

    /** Told, after the commit, of every job that this process enqueues. Returns how to stop that. */
    onEnqueued: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
