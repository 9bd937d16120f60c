import type { Clock } from '@gatehouse/shared/time/clock.ts';

/** What was done, and when, the oldest first; bounded. */
export interface Recorder<T> {
  readonly startedAt: string;
  /** Those that were let go because there were too many. */
  readonly missed: number;
  readonly entries: readonly (T & { readonly atMs: number })[];
  add(entry: T): void;
}

const KEPT = 5_000;

export const createRecorder = <T extends object>(clock: Clock): Recorder<T> => {
  const startedAt = new Date(clock.wallMs()).toISOString();
  const startMs = clock.monoMs();
  const entries: (T & { readonly atMs: number })[] = [];
  let missed = 0;
  return {
    startedAt,
    get missed() {
      return missed;
    },
    get entries() {
      return [...entries];
    },
    add: (entry) => {
      entries.push({ atMs: Math.round(clock.monoMs() - startMs), ...entry });
      if (entries.length <= KEPT) return;
      entries.shift();
      missed += 1;
    },
  };
};
