import { type Duration, Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000 };
const LONGEST_MS = 3_600_000;

/** A time with its unit, as people write it: `500 ms`, `2 s`, `1.5 min`. An hour at most. */
export const Time = z.string().transform((text, context): Duration => {
  const [, count, unit] = /^(\d{1,7}(?:\.\d{1,3})?) ?(ms|s|min)$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit ?? ''] ?? Number.NaN);
  if (ms >= 0 && ms <= LONGEST_MS) return Milliseconds(ms);
  context.addIssue({ code: 'custom', message: 'must be a time with its unit, such as 500 ms, 2 s or 1 min' });
  return z.NEVER;
});

/** A regular expression, searched for anywhere in a text. */
export const Pattern = z.string().min(1).max(300).refine(isPattern, 'must be a regular expression');
function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/** How long something took, for people. */
export const describeDuration = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
