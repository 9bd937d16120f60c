import type { AccessCalendar } from '../../client/platform-api.gen.ts';

export type Stretch = AccessCalendar['doors'][number]['stretches'][number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const USUAL_MINUTES = 1_440;
const DAY_MS = USUAL_MINUTES * MINUTE_MS;

/** A day of the facility’s clock: 23 or 25 hours of it where clocks change. Milliseconds since 1970. */
export interface DrawnDay {
  readonly date: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** Whether it has other than 24 hours. */
  readonly isOdd: boolean;
}

/** The days of a calendar, from the moment on at which the first one begins. */
export const daysFrom = (days: AccessCalendar['days'], fromMs: number): readonly DrawnDay[] => {
  let at = fromMs;
  return days.map(({ date, minutes }) => {
    const begins = at;
    at += minutes * MINUTE_MS;
    return { date, fromMs: begins, toMs: at, isOdd: minutes !== USUAL_MINUTES };
  });
};

/** How a stretch is drawn: what opens, what is closed at these hours, and what is closed for another reason. */
export type Tone = 'opens' | 'hours' | 'refused';

export const toneOf = ({ verdict, reason }: Pick<Stretch, 'verdict' | 'reason'>): Tone => {
  if (verdict === 'allowed') return 'opens';
  return reason === 'outside_hours' ? 'hours' : 'refused';
};

interface Part {
  readonly stretch: Stretch;
  readonly x: number;
  readonly width: number;
}

/** A scale for all days of a calendar: an hour has the same width in each, so that a day of 25 hours is a longer line. */
export const scaleOf = (days: readonly DrawnDay[], width: number): number =>
  width / Math.max(DAY_MS, ...days.map(({ fromMs, toMs }) => toMs - fromMs));

/** What of each stretch is on a day, and where, in pixels. */
export const partsOf = ({ fromMs, toMs }: DrawnDay, stretches: readonly Stretch[], scale: number): readonly Part[] =>
  stretches.flatMap((stretch) => {
    const begins = Math.max(fromMs, Date.parse(stretch.from));
    const ends = Math.min(toMs, Date.parse(stretch.until));
    return ends <= begins ? [] : [{ stretch, x: (begins - fromMs) * scale, width: (ends - begins) * scale }];
  });

interface Hour {
  readonly ms: number;
  readonly x: number;
}

/** Room that the name of an hour takes, in pixels. */
const A_NAME = 30;
/** How many hours are between names, where there is room for no more. */
const STEPS = [1, 2, 3, 6, 12, 24] as const;

/** The hours that have room for their names, by elapsed time: what a clock shows then is for whoever names them. */
export const hoursOf = ({ fromMs, toMs }: Pick<DrawnDay, 'fromMs' | 'toMs'>, scale: number): readonly Hour[] => {
  const step = STEPS.find((hours) => hours * HOUR_MS * scale >= A_NAME) ?? 24;
  const count = Math.floor((toMs - fromMs) / HOUR_MS / step);
  return Array.from({ length: count + 1 }, (_, n) => {
    const elapsed = n * step * HOUR_MS;
    return { ms: fromMs + elapsed, x: elapsed * scale };
  });
};

/** Doors that open at the same times for the same reasons stand together. In the order of the first of each. */
export const alikeOf = (doors: AccessCalendar['doors']): readonly AccessCalendar['doors'][] => [
  ...Map.groupBy(doors, ({ stretches }) => JSON.stringify(stretches)).values(),
];

/** A date so many days later, or earlier. */
export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
