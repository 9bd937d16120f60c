import type { Duration } from '@gatehouse/shared/time/duration.ts';
import type { z } from 'zod';

/** One run of a job, as the kind sees it. */
export interface JobRun {
  readonly id: string;
  /** 1 the first time. */
  readonly attempt: number;
  /** Whether there is no further attempt after this one. */
  readonly last: boolean;
  readonly dueAt: number;
  /** Aborted when the process stops, or when another one has taken the job over. */
  readonly signal: AbortSignal;
}

/**
 * A kind of work. It is done at least once: a process may die after the work and before that is noted, so `run` must
 * bear being called again with the same payload.
 */
export interface JobKind<P> {
  /** `reports.render`: the module, and what is done. */
  readonly name: string;
  readonly payload: z.ZodType<P>;
  run(payload: P, job: JobRun): Promise<void>;
  /** After that many the job is dead, until somebody retries it. 10 unless said otherwise. */
  readonly attempts?: number;
  /** How long after its process died another one takes it over. A minute unless said otherwise, at most five. */
  readonly lease?: Duration;
  /** How long after this attempt the next one is due, before jitter. Doubles from 5 s to an hour unless said otherwise. */
  readonly backOff?: (attempt: number) => Duration;
  /** So many at once in one process, in places of their own: for work that waits for others. Else all share eight. */
  readonly atOnce?: number;
  /** In UTC, five fields. Each occurrence is one job over all replicas; the payload is `{}`. */
  readonly cron?: string;
}

/** Thrown by a run that has done nothing yet: the job is due again after that time, and the attempt does not count. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly waitMs: Duration;
  constructor(waitMs: Duration) {
    super('not now');
    this.waitMs = waitMs;
  }
}

/** A kind of whatever payload, as the runner holds it. */
export interface AnyJobKind extends Omit<JobKind<never>, 'payload'> {
  readonly payload: z.ZodType;
}
