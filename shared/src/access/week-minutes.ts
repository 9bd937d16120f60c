import type { PlanHours } from './facility-facts.ts';
import { DAY_MINUTES, WEEK_MINUTES } from './layout.ts';
import { type AccessHours, WEEKDAYS, type Weekday } from './window.ts';
import { minuteOf } from './window-rules.ts';

const WORDS = WEEK_MINUTES / 32;

/** A set of minutes of the week, to unite hours in. */
export type WeekMinutes = Uint32Array;
export const createWeekMinutes = (): WeekMinutes => new Uint32Array(WORDS);

/**
 * Writes the hours of one checked window to `runs`, as start and end in minutes of the week in turn, and returns how many numbers
 * it wrote: runs in order, those that touch made one. The short way where there is nothing to unite.
 */
export const runsOfHours = (hours: AccessHours, runs: Uint16Array): number => {
  let count = 0;
  let free = 0;
  for (let day = 0; day < 7; day++) {
    const midnight = day * DAY_MINUTES;
    for (const [start, end] of hours[WEEKDAYS[day] as Weekday]) {
      const from = midnight + minuteOf(start);
      const to = midnight + minuteOf(end);
      if (to <= from || from < free) continue;
      if (from === free && count > 0) count--;
      else runs[count++] = from;
      runs[count++] = to;
      free = to;
    }
  }
  return count;
};

/** Adds hours to a set, in whatever order. Blocks that are none, or do not end after they start, add nothing. */
export const addHours = (minutes: WeekMinutes, hours: PlanHours): void => {
  for (const [day, name] of WEEKDAYS.entries()) {
    for (const [start, end] of hours[name] ?? []) {
      const from = minuteOf(start);
      const to = minuteOf(end);
      if (from >= 0 && from < to) setBits(minutes, 0, day * DAY_MINUTES + from, day * DAY_MINUTES + to);
    }
  }
};

/** Sets the bits from one up to another, counted from the first bit of a word. */
export const setBits = (words: Uint32Array, at: number, from: number, to: number): void => {
  const first = at + (from >>> 5);
  const last = at + ((to - 1) >>> 5);
  const head = -1 << (from & 31);
  const tail = -1 >>> (31 - ((to - 1) & 31));
  if (first === last) {
    words[first] = (words[first] as number) | (head & tail);
    return;
  }
  words[first] = (words[first] as number) | head;
  for (let word = first + 1; word < last; word++) words[word] = 0xffff_ffff;
  words[last] = (words[last] as number) | tail;
};

/**
 * Writes the runs of minutes in the set to `runs`, as start and end in turn, and returns how many numbers it wrote. Runs touch
 * neither each other nor, being minutes of one week, reach over its end.
 */
export const runsOfMinutes = (minutes: WeekMinutes, runs: Uint16Array): number => {
  let count = 0;
  let inside = 0;
  for (let i = 0; i < WORDS; i++) {
    const word = minutes[i] as number;
    // Bits that differ from the one before them: each is a start or an end.
    let edges = (word ^ ((word << 1) | inside)) >>> 0;
    while (edges !== 0) {
      const bit = 31 - Math.clz32(edges & -edges);
      runs[count++] = i * 32 + bit;
      edges = (edges & (edges - 1)) >>> 0;
    }
    inside = word >>> 31;
  }
  if (inside === 1) runs[count++] = WEEK_MINUTES;
  return count;
};
/** Every second minute of the week. */
export const RUNS_MAX = WEEK_MINUTES;
