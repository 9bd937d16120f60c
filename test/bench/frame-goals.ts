import { CROWD } from './crowd-side.ts';
import type { FrameGoal } from './frame-figures.ts';

const CPU = { unit: 'µs CPU', bounds: 'ratio' } as const;
const IDLE = { unit: 'MB', floor: 'a bare HTTPS server', bounds: 'itself' } as const;
const CROWDED = { unit: 'ms', floor: 'itself without', bounds: 'ratio', atMost: 1.5 } as const;
const crowd = (what: string): string => `unlock p99, one in flight, while ${CROWD} connections ${what}`;

/** What the frame itself may cost, by the names that a run is asked for. */
export const FRAME_GOALS = {
  H1: { ...CPU, what: 'hot endpoint that does nothing, 64 in flight', floor: 'bare HTTPS POST', atMost: 1.6 },
  H2: { ...CPU, what: 'unlock, the cloud alone, 64 in flight', floor: 'bare HTTPS POST', atMost: 8 },
  H3: {
    what: 'unlock from locked, one in flight, bus at 9600 baud',
    floor: 'a bare master on such a bus',
    unit: 'ms',
    bounds: 'difference',
    atMost: 4,
  },
  H4: {
    ...CPU,
    what: 'platform GET of one row, 64 in flight',
    floor: 'bare: same statement, one audit row',
    atMost: 2.5,
  },
  H5: {
    what: 'first unlocked door of the demo',
    floor: 'bare HTTPS server, started',
    unit: 's',
    bounds: 'itself',
    atMost: 2,
  },
  'H6-cloud': { ...IDLE, what: 'memory of the idle cloud', atMost: 160 },
  'H6-agent': { ...IDLE, what: 'memory of the idle bundled agent', atMost: 80 },
  'H7-docs': { ...CROWDED, what: crowd('read /docs/') },
  'H7-push': { ...CROWDED, what: crowd('push members') },
  'H7-audit': { ...CROWDED, what: crowd('search the audit') },
} as const satisfies Record<string, FrameGoal>;
export type FrameGoalName = keyof typeof FRAME_GOALS;
export const FRAME_GOAL_NAMES = Object.keys(FRAME_GOALS) as FrameGoalName[];

/** The goals that a run is asked for: `H7` is all that begin so. Nothing, where one is unknown. */
export const goalsNamed = (names: readonly string[]): readonly FrameGoalName[] | undefined => {
  const named = (goal: string) => names.some((name) => goal === name || goal.startsWith(`${name}-`));
  const known = names.every((name) => FRAME_GOAL_NAMES.some((goal) => goal === name || goal.startsWith(`${name}-`)));
  return known ? FRAME_GOAL_NAMES.filter((goal) => names.length === 0 || named(goal)) : undefined;
};
