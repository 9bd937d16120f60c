import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { type AnyJobKind, type JobRun, RetryLater } from './job-kind.ts';
import type { QueuedJob } from './job-queue.repo.ts';

export type JobEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'again'; readonly waitMs: number; readonly error: string }
  | { readonly kind: 'later'; readonly waitMs: number }
  | { readonly kind: 'dead'; readonly error: string };

export const LEASE = Minutes(1);
export const LONGEST_LEASE = Minutes(5);
const ATTEMPTS = 10;
const FIRST_WAIT = Seconds(5);
const LONGEST_WAIT = Minutes(60);
const ERROR_CHARS_MAX = 500;

export const leaseOf = ({ lease = LEASE }: Pick<AnyJobKind, 'lease'>): Duration =>
  Math.min(lease, LONGEST_LEASE) as Duration;

/** Runs one attempt, and says what is to become of the job. Never throws. */
export const runJob = async (
  kind: AnyJobKind,
  job: QueuedJob,
  deps: { readonly signal: AbortSignal; readonly random: RandomBytes },
): Promise<JobEnd> => {
  const attempts = kind.attempts ?? ATTEMPTS;
  if (job.attempt > attempts)
    return { kind: 'dead', error: job.last_error ?? 'the process ended that ran its last attempt' };
  const payload = payloadOf(kind, job);
  if ('error' in payload) return { kind: 'dead', error: payload.error };
  const run: JobRun = {
    id: job.id,
    attempt: job.attempt,
    last: job.attempt === attempts,
    dueAt: job.due_at,
    signal: deps.signal,
  };
  try {
    await kind.run(payload.value as never, run);
    return { kind: 'done' };
  } catch (cause) {
    if (cause instanceof RetryLater) return { kind: 'later', waitMs: jittered(cause.waitMs, deps.random) };
    const error = inShort(cause instanceof Error ? cause.message : String(cause));
    if (run.last) return { kind: 'dead', error };
    return { kind: 'again', error, waitMs: jittered(waitAfter(kind, job.attempt), deps.random) };
  }
};

/** A payload that does not fit will not fit later either. */
const payloadOf = (kind: AnyJobKind, job: QueuedJob): { value: unknown } | { error: string } => {
  try {
    const parsed = kind.payload.safeParse(JSON.parse(job.payload));
    if (parsed.success) return { value: parsed.data };
    const [issue] = parsed.error.issues;
    return { error: inShort(`payload: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`) };
  } catch {
    return { error: 'payload: not JSON' };
  }
};

const waitAfter = ({ backOff }: AnyJobKind, attempt: number): number =>
  backOff?.(attempt) ?? Math.min(FIRST_WAIT * 2 ** (attempt - 1), LONGEST_WAIT);

/** A fifth more or less, so that what failed together does not come back together. */
const jittered = (waitMs: number, random: RandomBytes): number => {
  const [high = 0, low = 0] = random(2);
  return Math.round(waitMs * (0.8 + (0.4 * (high * 256 + low)) / 0xffff));
};

/** No database takes a NUL. */
const inShort = (text: string): string => text.replaceAll('\0', '').slice(0, ERROR_CHARS_MAX);

export type RunnerClock = Pick<Clock, 'wallMs' | 'monoMs' | 'after' | 'every'>;
