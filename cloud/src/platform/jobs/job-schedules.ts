import { Days } from '@gatehouse/shared/time/duration.ts';
import { Cron } from 'croner';
import type { AnyJobKind } from './job-kind.ts';

export interface Occurrence {
  readonly kind: string;
  readonly at: number;
}

/** A schedule that was taken further ahead of us than this was taken by a clock that was wrong. */
export const AHEAD_MS = Days(1);

/** The newest occurrence of each schedule, as long as nobody has told that it is dealt with. */
export const createSchedules = (kinds: readonly AnyJobKind[]) => {
  const schedules = kinds.flatMap(({ name, cron }) =>
    cron === undefined ? [] : [{ kind: name, newestAt: newestOf(cron) }],
  );
  const dealtWith = new Map<string, number>();
  return {
    /** Older ones that were missed are left out: work that is done on a schedule is done once, however late. */
    due: (nowMs: number): readonly Occurrence[] =>
      schedules.flatMap(({ kind, newestAt }) => {
        const at = newestAt(nowMs);
        return at === undefined || dealtWith.get(kind) === at ? [] : [{ kind, at }];
      }),
    dealtWith: ({ kind, at }: Occurrence): void => void dealtWith.set(kind, at),
  };
};

/** When a schedule was last due. It is asked with every look for jobs, and changes once an hour or a day: worked out anew at the next one, or where the clock has jumped back. */
const newestOf = (expression: string): ((nowMs: number) => number | undefined) => {
  const cron = new Cron(expression, { timezone: 'UTC', paused: true, mode: '5-part' });
  let at: number | undefined;
  let nextAt = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    if (nowMs >= nextAt || at === undefined || nowMs < at) {
      // The reference itself does not count, so it lies a moment ahead.
      at = cron.previousRuns(1, new Date(nowMs + 1))[0]?.getTime();
      nextAt = cron.nextRun(new Date(nowMs))?.getTime() ?? Number.POSITIVE_INFINITY;
    }
    return at;
  };
};
