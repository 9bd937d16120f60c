import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';

/** Something to do at its time. */
export interface TimelineEntry {
  /** From the start, ascending. */
  readonly atMs: number;
  /** Place in the list of what this one ends: only then is it done early when the timeline is stopped. */
  readonly ends?: number | undefined;
  readonly run: () => void;
}

/** Does a list of things at their times, one list at a time. */
export interface Timeline {
  /** What plays now; null when nothing does. */
  readonly playing: {
    readonly what: string;
    readonly done: number;
    readonly of: number;
    readonly leftMs: number;
  } | null;
  /** False if something plays already. */
  start(what: string, entries: readonly TimelineEntry[]): boolean;
  /** Stops, and at once ends whatever had begun and has an end in the list. False if nothing plays. */
  stop(): boolean;
}

export const createTimeline = (clock: Clock): Timeline => {
  let now: { readonly what: string; readonly entries: readonly TimelineEntry[]; readonly startMs: number } | undefined;
  let next = 0;
  let timer: Timer | undefined;

  const pump = () => {
    if (now === undefined) return;
    const passed = clock.monoMs() - now.startMs;
    for (let entry = now.entries[next]; entry !== undefined && entry.atMs <= passed; entry = now?.entries[next]) {
      next += 1;
      entry.run();
      // What was run may have stopped all this.
      if (now === undefined) return;
    }
    const upcoming = now.entries[next];
    if (upcoming === undefined) now = undefined;
    else timer = clock.after(Milliseconds(upcoming.atMs - passed), pump);
  };
  return {
    get playing() {
      if (now === undefined) return null;
      const { what, entries, startMs } = now;
      const endMs = entries.at(-1)?.atMs ?? 0;
      return { what, done: next, of: entries.length, leftMs: Math.max(0, startMs + endMs - clock.monoMs()) };
    },
    start: (what, entries) => {
      if (now !== undefined) return false;
      now = { what, entries, startMs: clock.monoMs() };
      next = 0;
      pump();
      return true;
    },
    stop: () => {
      if (now === undefined) return false;
      const { entries } = now;
      timer?.cancel();
      now = undefined;
      for (const { ends, run } of entries.slice(next)) if (ends !== undefined && ends < next) run();
      return true;
    },
  };
};
