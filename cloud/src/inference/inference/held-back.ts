import type { ContentFilter } from '../ai-settings/ai-settings.module.ts';
import { findFiltered, type Match } from './find-filtered.ts';
import { redacted } from './redact.ts';

/** So many characters of a stream wait for what comes after them: what is looked for may be cut in two. */
const HELD_BACK = 256;
/** What is found and goes on and on is not waited for any longer. */
const MATCH_MAX = 4_096;

export interface Released {
  readonly text: string;
  readonly found: readonly Match[];
}

/** One text that comes in parts, of which filters see what is cut in two. */
export const createHeldBack = (filters: readonly ContentFilter[]) => {
  let waiting = '';
  /** What went out last, as it came: whether something begins here depends on it. */
  let before = '';
  const find = (): Match[] =>
    findFiltered(before + waiting, filters)
      .map((match) => ({ ...match, from: match.from - before.length, to: match.to - before.length }))
      .filter(({ from }) => from >= 0);
  const release = (until: number, matches: readonly Match[]): Released => {
    const text = waiting.slice(0, until);
    waiting = waiting.slice(until);
    before = text.slice(-1) || before;
    const found = matches.filter(({ to }) => to <= until);
    return { text: redacted(text, found), found };
  };
  return {
    /** What may go out now. */
    add: (text: string): Released => {
      waiting += text;
      if (waiting.length <= HELD_BACK) {
        const found = find().filter(({ action }) => action === 'block');
        return { text: '', found };
      }
      const matches = find();
      const cut = waiting.length - HELD_BACK;
      // What begins before the cut and may go on behind it stays whole; also where it overlaps others.
      let until = cut;
      for (const { from, to } of matches.toSorted((a, b) => b.from - a.from))
        if (from < until && to > until && to - from < MATCH_MAX) until = from;
      const { text: out, found } = release(until, matches);
      return { text: out, found: [...found, ...matches.filter(({ action, to }) => action === 'block' && to > until)] };
    },
    end: (): Released => release(waiting.length, find()),
  };
};
export type HeldBack = ReturnType<typeof createHeldBack>;
