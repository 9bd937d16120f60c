import { isLongerThan } from './code-points.ts';
import { EPOCH_S_MAX, SPAN_S_MAX, TEXT_MAX } from './window.ts';
import type { WindowProblemCode } from './window-problem.ts';

/*
 * The rules of a window, each a pure function of values of any type: the code of what is wrong, or undefined. The path that
 * accepts and the path that explains both stand on these, so that they cannot disagree.
 */

/** Text is counted in code points, as JSON Schema counts. */
export const textProblem = (value: unknown, least: 0 | 1): WindowProblemCode | undefined => {
  if (typeof value !== 'string') return 'wrong_type';
  if (value.length < least) return 'empty_text';
  if (isLongerThan(value, TEXT_MAX)) return 'text_too_long';
  return value.includes('\0') || !value.isWellFormed() ? 'bad_characters' : undefined;
};

/** A plain integer: −0 is refused like any other number that JSON writes in two ways. `fraction`: its token was not plain. */
export const epochProblem = (value: unknown, fraction = false): WindowProblemCode | undefined => {
  if (typeof value !== 'number' || !Number.isInteger(value)) return 'not_an_integer';
  if (value < 0 || value > EPOCH_S_MAX) return 'out_of_range';
  return fraction || Object.is(value, -0) ? 'not_an_integer' : undefined;
};

export const revisionProblem = (value: unknown, fraction = false): WindowProblemCode | undefined => {
  if (value === undefined) return 'missing_revision';
  if (typeof value !== 'number' || !Number.isInteger(value)) return 'not_an_integer';
  if (value < 0 || value > Number.MAX_SAFE_INTEGER) return 'revision_out_of_range';
  return fraction || Object.is(value, -0) ? 'not_an_integer' : undefined;
};

export const spanProblem = (from: number, to: number): WindowProblemCode | undefined => {
  if (from >= to) return 'inverted_interval';
  return to - from > SPAN_S_MAX ? 'span_too_long' : undefined;
};

export const activeRangeProblem = (
  from: number | undefined,
  until: number | undefined,
): WindowProblemCode | undefined =>
  from !== undefined && until !== undefined && from >= until ? 'inverted_active_range' : undefined;

export const MINUTES_A_DAY = 1_440;

/** The number that two digits make; 100 if they are none. */
const twoDigits = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >>> 0 <= 9 && ones >>> 0 <= 9 ? tens * 10 + ones : 100;
};

/** Minutes since midnight of `HH:MM`, `24:00` being 1440; −1 for anything else. */
export const minuteOf = (text: unknown): number => {
  if (typeof text !== 'string' || text.length !== 5 || text.charCodeAt(2) !== 58) return -1;
  const hour = twoDigits(text, 0);
  const minute = twoDigits(text, 3);
  if (hour <= 23 && minute <= 59) return hour * 60 + minute;
  return hour === 24 && minute === 0 ? MINUTES_A_DAY : -1;
};

/** A block in minutes, by itself. A start of 24:00 is −1 here already. */
export const blockProblem = (start: number, end: number): WindowProblemCode | undefined => {
  if (start === end) return 'empty_block';
  return start > end ? 'overnight_block' : undefined;
};

/** A block and the one before it. Touching ones are fine: ends are exclusive. */
export const orderProblem = (
  before: { readonly start: number; readonly end: number },
  start: number,
  end: number,
): WindowProblemCode | undefined => {
  if (start >= before.end) return undefined;
  return end <= before.start ? 'blocks_out_of_order' : 'overlapping_blocks';
};
