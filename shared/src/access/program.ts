import type { ZoneTables } from '../zones/zone-tables.ts';
import { PROGRAM_HEAD, PROGRAM_MAGIC, SECTION_HEAD, UNBOUND } from './layout.ts';
import { createRecord, type RecordMemory } from './record.ts';
import { addHours, createWeekMinutes, RUNS_MAX, runsOfHours, runsOfMinutes } from './week-minutes.ts';
import type { AbsoluteWindow, AccessWindow, WeeklyWindow } from './window.ts';
import { WEEKLY_RULE_MAX, writeInstants, writeWeekly } from './write-rule.ts';

/** Programs are built one after the other in the same memory, and copied out at their length. */
let scratch: RecordMemory = createRecord(16_384);
const minutes = createWeekMinutes();
const runs = new Uint16Array(RUNS_MAX);

/**
 * Compiles windows to a program: one section a scope key, in the order of `scopeKeys`, its rules united wherever scope, zone and
 * active range are the same. The same windows in any order are the same bytes. What no zone of the tables explains stays closed.
 */
export const compileProgram = (
  windows: readonly AccessWindow[],
  scopeKeys: readonly string[],
  zones: ZoneTables,
): Uint8Array => {
  const most = PROGRAM_HEAD + scopeKeys.length * SECTION_HEAD + windows.length * WEEKLY_RULE_MAX;
  if (scratch.words.length < most) scratch = createRecord(most);
  const { words, times } = scratch;
  let at = PROGRAM_HEAD;
  for (const key of scopeKeys) {
    const section = at;
    const absolute: AbsoluteWindow[] = [];
    const weekly: Placed[] = [];
    for (const window of windows) {
      if (window.scope_key !== key) continue;
      if (window.kind === 'absolute') absolute.push(window);
      else place(weekly, window, zones);
    }
    at += SECTION_HEAD;
    if (absolute.length > 0) at = writeInstants(scratch, at, united(absolute));
    at = writeGroups(at, weekly);
    words[section] = UNBOUND;
    words[section + 1] = at - section;
    words[section + 4] = 0;
    words[section + 5] = 0;
    times[(section + 2) / 2] = lastEnd(section, at);
  }
  words[0] = PROGRAM_MAGIC;
  words[1] = at;
  words[2] = scopeKeys.length;
  words[3] = 0;
  return new Uint8Array(words.buffer.slice(0, at * 4));
};

interface Placed {
  readonly zone: number;
  readonly from: number;
  readonly until: number;
  readonly window: WeeklyWindow;
}

const place = (placed: Placed[], window: WeeklyWindow, zones: ZoneTables): void => {
  const zone = zones.find(window.timezone);
  if (zone === undefined) return;
  const { active_from: from = Number.NEGATIVE_INFINITY, active_until: until = Number.POSITIVE_INFINITY } = window;
  placed.push({ zone: zone.index, from, until, window });
};

const inOrder = (a: Placed, b: Placed): number =>
  a.zone - b.zone || compare(a.from, b.from) || compare(a.until, b.until);
/** Infinity less infinity is no number. */
const compare = (a: number, b: number): number => (a < b ? -1 : Number(a > b));

const writeGroups = (start: number, weekly: Placed[]): number => {
  if (weekly.length > 1) weekly.sort(inOrder);
  let at = start;
  let first = 0;
  for (const [i, rule] of weekly.entries()) {
    const next = weekly[i + 1];
    if (next !== undefined && inOrder(rule, next) === 0) continue;
    const { zone, from, until } = rule;
    at = writeWeekly(scratch, at, { zone, from, until, runs, count: unite(weekly, first, i) });
    first = i + 1;
  }
  return at;
};

/** Writes to `runs` what any of the windows from one to another holds, and returns how many numbers that took. */
const unite = (weekly: readonly Placed[], first: number, last: number): number => {
  const hoursOf = (i: number) => (weekly[i] as Placed).window.access_hours;
  if (first === last) return runsOfHours(hoursOf(first), runs);
  minutes.fill(0);
  for (let i = first; i <= last; i++) addHours(minutes, hoursOf(i));
  return runsOfMinutes(minutes, runs);
};

/** Intervals in order, those that touch or overlap made one. */
const united = (windows: readonly AbsoluteWindow[]): [number, number][] => {
  const pairs: [number, number][] = [];
  for (const { from, to } of windows.toSorted((a, b) => a.from - b.from)) {
    const last = pairs.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else pairs.push([from, to]);
  }
  return pairs;
};

const lastEnd = (section: number, end: number): number => {
  const { words, times } = scratch;
  let last = Number.NEGATIVE_INFINITY;
  for (let at = section + SECTION_HEAD; at < end; at += words[at + 1] as number)
    last = Math.max(last, times[(at + 4) / 2] as number);
  return last;
};
