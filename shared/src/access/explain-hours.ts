import { isObject } from './accept-windows.ts';
import { fieldPath, type Report } from './problem-report.ts';
import { BLOCKS_MAX, WEEKDAYS, type Weekday } from './window.ts';
import type { WindowProblemCode } from './window-problem.ts';
import { blockProblem, MINUTES_A_DAY, minuteOf, orderProblem } from './window-rules.ts';

/** Every problem of a weekly window's hours. */
export const explainHours = (path: string, hours: unknown, report: Report): void => {
  if (!isObject(hours)) {
    if (hours === undefined) report.add(path, 'required', 'is required: sun, mon, tue, wed, thu, fri and sat');
    else report.add(path, 'wrong_type', 'must be an object with a key for every day');
    return;
  }
  for (const day of WEEKDAYS) explainDay(`${path}.${day}`, hours[day], report);
  for (const name of Object.keys(hours))
    if (!WEEKDAYS.includes(name as Weekday))
      report.add(fieldPath(path, name), 'unknown_property', 'is not a day: sun, mon, tue, wed, thu, fri or sat');
};

const explainDay = (path: string, blocks: unknown, report: Report): void => {
  if (!Array.isArray(blocks)) {
    if (blocks === undefined) report.add(path, 'missing_day', 'is required; a closed day is []');
    else report.add(path, 'wrong_type', 'must be an array of blocks');
    return;
  }
  if (blocks.length > BLOCKS_MAX)
    report.add(path, 'too_many_blocks', `holds ${blocks.length} blocks, ${BLOCKS_MAX} at most`);
  let before = { start: 0, end: 0 };
  for (const [i, block] of blocks.entries()) before = explainBlock(`${path}[${i}]`, block, { before, report });
};

interface Minutes {
  readonly start: number;
  readonly end: number;
}

const BLOCK_RULES: Readonly<Partial<Record<WindowProblemCode, string>>> = {
  empty_block: 'must end after it starts',
  overnight_block: 'must end on the day it starts; split it at 24:00 and 00:00',
  overlapping_blocks: 'must not start before the block before it ends',
  blocks_out_of_order: 'must come before the block before it: blocks run from morning to night',
};

/** The block that the next one has to follow: this one, or if it is none, the last that was. */
const explainBlock = (
  path: string,
  block: unknown,
  { before, report }: { before: Minutes; report: Report },
): Minutes => {
  if (!Array.isArray(block) || block.length !== 2) {
    report.add(path, 'bad_block', 'must be a pair of times [start, end]');
    return before;
  }
  const start = explainTime(`${path}[0]`, block[0], { isStart: true, report });
  const end = explainTime(`${path}[1]`, block[1], { isStart: false, report });
  if (start < 0 || end < 0) return before;
  const code = blockProblem(start, end) ?? orderProblem(before, start, end);
  if (code !== undefined) report.add(path, code, BLOCK_RULES[code] ?? code);
  return end > start && start >= before.end ? { start, end } : before;
};

const explainTime = (
  path: string,
  text: unknown,
  { isStart, report }: { isStart: boolean; report: Report },
): number => {
  const minute = minuteOf(text);
  if (minute >= 0 && !(isStart && minute === MINUTES_A_DAY)) return minute;
  const range = isStart ? '00:00 to 23:59' : '00:01 to 24:00';
  report.add(path, 'bad_time', `must be a time HH:MM of two digits each, ${range}`);
  return -1;
};
