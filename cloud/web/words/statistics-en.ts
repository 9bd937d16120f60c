import { counted, span } from './counting.ts';
import { refusalWords } from './refusals-en.ts';

const PERCENT = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 2 });

/** The words of the figures of a facility. */
export const statisticsWords = {
  looking: 'the figures',
  block: 'Counted by',
  blocks: { hour: 'Hours', day: 'Days' } satisfies Readonly<Record<string, string>>,
  /** What is not kept any more is in no figure: that is said, not drawn as nothing. */
  unkept: (from: string): string => `What happened before ${from} is not kept any more, and is in no figure.`,
  atReaders: 'People at readers',
  letIn: 'Let in',
  refused: 'Refused',
  byApi: 'Unlocks by partners and staff',
  unlocked: 'Unlocked',
  notUnlocked: 'Not unlocked',
  from: (zone: string): string => `From (${zone})`,
  why: 'Why people were refused',
  reason: 'Reason',
  reasonOf: (reason: string): string => refusalWords.refused(reason),
  times: 'Times',
  nobodyRefused: 'Nobody was refused in this time.',
  doors: 'Door by door',
  door: 'Door',
  removed: 'A door that was removed',
  p50: 'Half within (ms)',
  p95: '95 of 100 within (ms)',
  p99: '99 of 100 within (ms)',
  none: '–',
  boxes: 'Boxes',
  box: 'Box',
  up: 'Heard of',
  away: 'Was away',
  share: (seconds: number, ofSeconds: number): string => (ofSeconds === 0 ? '–' : PERCENT.format(seconds / ofSeconds)),
  /** `2 times, 14 minutes in all`. */
  awayFor: (times: number, ms: number): string =>
    times === 0 ? 'Never' : `${counted(times, 'time', 'times')}, ${span(ms)} in all`,
} as const;
