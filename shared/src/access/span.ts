import type { Zone } from '../zones/zone.ts';
import type { Run } from './decode-person.ts';
import { WEEK_MINUTES } from './layout.ts';

/** When something is open: within `[fromS, untilS)`, and there always, or at some minutes of a zone's week, or at some instants. */
export interface Span {
  readonly fromS: number;
  readonly untilS: number;
  readonly hours?: { readonly zone: Zone | undefined; readonly runs: readonly Run[] };
}

const WEEK_S = WEEK_MINUTES * 60;
const DAY_S = 86_400;
/** More turns than the changes of any zone within any horizon used here. A span that needs more ends there. */
const TURNS_MAX = 100_000;

/** The instant at which a span that is open at `t` closes; `t` itself if it is not open. Not looked for beyond `limitS`. */
export const openUntil = (span: Span, t: number, limitS: number): number => {
  if (!(t >= span.fromS && t < span.untilS)) return t;
  const { hours } = span;
  if (hours === undefined) return span.untilS;
  if (hours.zone === undefined)
    return Math.min(span.untilS, hours.runs.find(([start, end]) => t >= start && t < end)?.[1] ?? t);
  if (isWholeWeek(hours.runs)) return span.untilS;
  let at = t;
  for (let turn = 0; turn < TURNS_MAX && at < limitS; turn++) {
    const whole = Math.floor(at); // Nothing closes between two seconds.
    const second = secondOfWeek(hours.zone, whole);
    const run = runAt(hours.runs, second);
    if (run === undefined) return at;
    // What goes on behind a change of the clocks, at midnight or in the next week is seen by looking again.
    at = Math.min(whole + run[1] * 60 - second, hours.zone.nextTransitionAfter(at), span.untilS);
    if (at === span.untilS) return at;
  }
  return at;
};

/** The first instant from `t` on at which a span is open; Infinity if there is none up to and including `limitS`. */
export const nextOpen = (span: Span, t: number, limitS: number): number => {
  const { hours, untilS } = span;
  const from = Math.max(t, span.fromS);
  if (!(from < untilS && from <= limitS)) return Number.POSITIVE_INFINITY;
  if (hours === undefined) return from;
  const found =
    hours.zone === undefined
      ? nextInstant(hours.runs, from)
      : nextWeekly(hours.zone, hours.runs, from, Math.min(untilS, limitS));
  return found < untilS && found <= limitS ? found : Number.POSITIVE_INFINITY;
};

const nextInstant = (runs: readonly Run[], from: number): number => {
  const run = runs.find(([, end]) => from < end);
  return run === undefined ? Number.POSITIVE_INFINITY : Math.max(from, run[0]);
};

const nextWeekly = (zone: Zone, runs: readonly Run[], from: number, endS: number): number => {
  const first = runs[0];
  if (first === undefined) return Number.POSITIVE_INFINITY;
  if (runAt(runs, secondOfWeek(zone, from)) !== undefined) return from;
  let at = Math.floor(from); // Nothing opens between two seconds.
  for (let turn = 0; turn < TURNS_MAX && at <= endS; turn++) {
    const second = secondOfWeek(zone, at);
    if (runAt(runs, second) !== undefined) return at;
    const next = runs.find(([start]) => start * 60 > second)?.[0] ?? first[0] + WEEK_MINUTES;
    at = Math.min(at + next * 60 - second, zone.nextTransitionAfter(at));
  }
  return Number.POSITIVE_INFINITY;
};

const secondOfWeek = (zone: Zone, epochS: number): number => {
  const second = (epochS + zone.offsetAt(epochS) + 4 * DAY_S) % WEEK_S; // 1970 began on a Thursday.
  return second < 0 ? second + WEEK_S : second;
};

const runAt = (runs: readonly Run[], second: number): Run | undefined =>
  runs.find(([start, end]) => second >= start * 60 && second < end * 60);

const isWholeWeek = (runs: readonly Run[]): boolean => {
  let until = 0;
  for (const [start, end] of runs) {
    if (start !== until) return false;
    until = end;
  }
  return until === WEEK_MINUTES;
};

export const isOpen = (span: Span, t: number): boolean => openUntil(span, t, t + 1) > t;

/** Spans that take over from one another more often than this are not followed further. */
const CHAIN_MAX = 2_000;

/**
 * The first instant from `t` on at which none of the spans is open: `t` itself if none is. Not looked for
 * beyond `limitS`: what is returned then is only known to be later. NaN if they take over from one another too often to tell.
 */
export const closesAt = (spans: readonly Span[], t: number, limitS: number): number => {
  let at = t;
  for (let turn = 0; turn < CHAIN_MAX && at <= limitS; turn++) {
    const end = spans.reduce((latest, span) => Math.max(latest, openUntil(span, at, Math.max(limitS, at + 1))), at);
    if (!(end > at)) return at;
    at = end;
  }
  return at > limitS ? at : Number.NaN;
};

/** The first instant from `t` on at which any of the spans is open; Infinity if there is none up to and including `limitS`. */
export const opensAt = (spans: readonly Span[], t: number, limitS: number): number =>
  spans.reduce((first, span) => Math.min(first, nextOpen(span, t, limitS)), Number.POSITIVE_INFINITY);
