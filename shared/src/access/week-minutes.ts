import type { PlanHours } from './facility-facts.ts';
import { DAY_MINUTES, WEEK_MINUTES } from './layout.ts';
import { WEEKDAYS } from './window.ts';
import { minuteOf } from './window-rules.ts';

const WORDS = WEEK_MINUTES / 32;

/** A set of minutes of the week, to unite hours in. */
export type WeekMinutes = Uint32Array;
export const createWeekMinutes = (): WeekMinutes => new Uint32Array(WORDS);

/** Adds hours. Blocks that are none, or end before they start, add nothing. */
export const addHours = (minutes: WeekMinutes, hours: PlanHours): void => {
  for (let day = 0; day < 7; day++) {
    const blocks = hours[WEEKDAYS[day] as (typeof WEEKDAYS)[number]];
    if (blocks === undefined) continue;
    for (const [start, end] of blocks) {
      const from = minuteOf(start);
      if (from >= 0) addRange(minutes, day * DAY_MINUTES + from, day * DAY_MINUTES + minuteOf(end));
    }
  }
};

const addRange = (minutes: WeekMinutes, from: number, to: number): void => {
  if (from >= to) return;
  const first = from >>> 5;
  const last = (to - 1) >>> 5;
  const head = -1 << (from & 31);
  const tail = -1 >>> (31 - ((to - 1) & 31));
  if (first === last) {
    minutes[first] = (minutes[first] as number) | (head & tail);
    return;
  }
  minutes[first] = (minutes[first] as number) | head;
  minutes.fill(0xffff_ffff, first + 1, last);
  minutes[last] = (minutes[last] as number) | tail;
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
