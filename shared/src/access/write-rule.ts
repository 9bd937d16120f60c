import { BLOCKS, BLOCKS_HEAD, bitmapWords, DAY_MINUTES, even, INSTANTS, RULE_HEAD } from './layout.ts';
import type { RecordMemory } from './record.ts';
import { setBits } from './week-minutes.ts';

/** Words that a weekly rule takes at most: it never chooses blocks where bits for each minute are shorter. */
export const WEEKLY_RULE_MAX = RULE_HEAD + even(bitmapWords(1));

interface WeeklyRule {
  readonly zone: number;
  readonly from: number;
  readonly until: number;
  /** Minutes of the week, start and end in turn: so many numbers of it. */
  readonly runs: Uint16Array;
  readonly count: number;
}

/**
 * Writes a weekly rule at a place and returns the place behind it; a rule that is never open is left out. Bits are the faster
 * form, blocks the shorter one where times are odd: bits are taken unless they are more than twice as long.
 */
export const writeWeekly = (record: RecordMemory, at: number, rule: WeeklyRule): number => {
  const { zone, from, until, runs, count } = rule;
  if (count === 0) return at;
  const step = commonStep(runs, count);
  const bits = bitmapWords(step);
  const blocks = BLOCKS_HEAD + blockCount(runs, count);
  const asBits = bits <= 2 * blocks;
  const length = RULE_HEAD + even(asBits ? bits : blocks);
  writeHead(record, at, { kind: (asBits ? step : BLOCKS) | (zone << 16), length, from, until });
  if (asBits) writeBits(record.words, at + RULE_HEAD, step, rule);
  else writeBlocks(record.words, at + RULE_HEAD, rule);
  return at + length;
};

/** Writes instants in pairs, in order and apart, as one rule. At least one pair. */
export const writeInstants = (
  record: RecordMemory,
  at: number,
  pairs: readonly (readonly [number, number])[],
): number => {
  const length = RULE_HEAD + pairs.length * 4;
  const from = pairs[0]?.[0] ?? Number.NaN;
  const until = pairs.at(-1)?.[1] ?? Number.NaN;
  writeHead(record, at, { kind: INSTANTS, length, from, until });
  let place = (at + RULE_HEAD) / 2;
  for (const [start, end] of pairs) {
    record.times[place++] = start;
    record.times[place++] = end;
  }
  return at + length;
};

const writeHead = (
  { words, times }: RecordMemory,
  at: number,
  { kind, length, from, until }: { kind: number; length: number; from: number; until: number },
): void => {
  words[at] = kind;
  words[at + 1] = length;
  times[(at + 2) / 2] = from;
  times[(at + 4) / 2] = until;
  words.fill(0, at + RULE_HEAD, at + length);
};

/** The largest number of minutes that divides the day and every boundary. */
const commonStep = (runs: Uint16Array, count: number): number => {
  let step = DAY_MINUTES;
  for (let i = 0; i < count && step > 1; i++) {
    let rest = runs[i] as number;
    while (rest !== 0) {
      const next = step % rest;
      step = rest;
      rest = next;
    }
  }
  return step;
};

const writeBits = (words: Uint32Array, at: number, step: number, { runs, count }: WeeklyRule): void => {
  for (let i = 0; i < count; i += 2) setBits(words, at, (runs[i] as number) / step, (runs[i + 1] as number) / step);
};

/** Runs, cut at midnight. */
const blockCount = (runs: Uint16Array, count: number): number => {
  let blocks = 0;
  for (let i = 0; i < count; i += 2)
    blocks += Math.ceil((runs[i + 1] as number) / DAY_MINUTES) - Math.floor((runs[i] as number) / DAY_MINUTES);
  return blocks;
};

const writeBlocks = (words: Uint32Array, at: number, { runs, count }: WeeklyRule): void => {
  let written = 0;
  let run = 0;
  for (let day = 0; day < 7; day++) {
    const midnight = day * DAY_MINUTES;
    writePosition(words, at, day, written);
    while (run < count && (runs[run] as number) < midnight + DAY_MINUTES) {
      const start = Math.max(runs[run] as number, midnight) - midnight;
      const end = Math.min(runs[run + 1] as number, midnight + DAY_MINUTES) - midnight;
      words[at + BLOCKS_HEAD + written++] = start | (end << 16);
      if ((runs[run + 1] as number) > midnight + DAY_MINUTES) break; // The rest of it is tomorrow's.
      run += 2;
    }
  }
  writePosition(words, at, 7, written);
};

const writePosition = (words: Uint32Array, at: number, day: number, position: number): void => {
  const word = at + (day >>> 1);
  words[word] = (words[word] as number) | (position << ((day & 1) * 16));
};
