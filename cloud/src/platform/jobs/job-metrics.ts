import type { JobEnd } from './run-job.ts';

interface OfKind {
  done: number;
  again: number;
  later: number;
  dead: number;
  tookMs: number;
  longestMs: number;
}

/** What the runner did since it was last asked, by kind: for the log. */
export const createJobMetrics = () => {
  let kinds: Record<string, OfKind> = {};
  return {
    ended: (kind: string, end: JobEnd['kind'], tookMs: number): void => {
      kinds[kind] ??= { done: 0, again: 0, later: 0, dead: 0, tookMs: 0, longestMs: 0 };
      const of = kinds[kind];
      of[end]++;
      of.tookMs += Math.round(tookMs);
      of.longestMs = Math.max(of.longestMs, Math.round(tookMs));
    },
    take: (): Readonly<Record<string, Readonly<OfKind>>> => {
      const taken = kinds;
      kinds = {};
      return taken;
    },
  };
};
