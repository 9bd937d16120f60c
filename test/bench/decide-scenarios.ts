import type { Block, Weekday, WeeklyWindow } from '@gatehouse/shared/access/window.ts';
import { WEEKDAYS } from '@gatehouse/shared/access/window.ts';
import { seeded } from './seeded.ts';

/** What is asked of one member, and when. */
export interface Scenario {
  readonly name: 'A' | 'B' | 'C' | 'D';
  readonly what: string;
  readonly windows: readonly WeeklyWindow[];
  /** Unix seconds. */
  readonly instants: Float64Array;
}

/** In all of these the runtime's tables and ours agree in 2026: the engines of others use the runtime's. */
const ZONES = ['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/Los_Angeles'];
const WINDOWS = 50;
const INSTANTS = 65_536;
const YEAR_START_S = Date.UTC(2026, 0, 1) / 1_000;
const YEAR_S = 365 * 86_400;
/** A day in June, long before which and after which no clock changes. */
const MORNING_S = Date.UTC(2026, 5, 10, 4) / 1_000;

/** The part of the day that blocks lie in, in minutes; and how long the shortest and the longest one is. */
interface Hours {
  readonly from: number;
  readonly to: number;
  readonly shortest: number;
  readonly longest: number;
}
const EVENINGS: Hours = { from: 17 * 60, to: 20 * 60, shortest: 10, longest: 45 };
const NIGHTS: Hours = { from: 3 * 60, to: 3 * 60 + 15, shortest: 5, longest: 5 };
const DAYTIMES: Hours = { from: 6 * 60, to: 22 * 60, shortest: 30, longest: 180 };

export const createScenarios = (): readonly Scenario[] => {
  const random = seeded(2026);
  const evenings = memberWindows(random);
  const instants = Float64Array.from({ length: INSTANTS }, () => Math.floor(YEAR_START_S + random() * YEAR_S));
  const seconds = Float64Array.from({ length: INSTANTS }, (_, i) => MORNING_S + i);
  const oneZone = windowsOf(random, DAYTIMES, ZONES.slice(1, 2)).map((window, i) =>
    i % 5 === 0 ? { ...window, active_from: MORNING_S - i * 3_600, active_until: MORNING_S + (i + 4) * 900 } : window,
  );
  return [
    { name: 'A', what: '50 windows in 5 zones, any instant of 2026', windows: evenings, instants },
    { name: 'B', what: 'the same windows, one second after the other', windows: evenings, instants: seconds },
    {
      name: 'C',
      what: 'open for minutes a day, any instant of 2026',
      windows: windowsOf(random, NIGHTS, ZONES),
      instants,
    },
    {
      name: 'D',
      what: 'one zone, 10 of 50 within dates, one second after the other',
      windows: oneZone,
      instants: seconds,
    },
  ];
};

/** The windows of one more member of the kind that scenario A asks about. */
export const memberWindows = (random: () => number): WeeklyWindow[] => windowsOf(random, EVENINGS, ZONES);

const windowsOf = (random: () => number, hours: Hours, zones: readonly string[]): WeeklyWindow[] =>
  Array.from({ length: WINDOWS }, (_, i) => ({
    external_id: `w-${i}`,
    kind: 'weekly',
    timezone: zones[i % zones.length] ?? 'UTC',
    scope_key: 'default',
    access_hours: Object.fromEntries(WEEKDAYS.map((day) => [day, blocksOf(random, hours)])) as Record<Weekday, Block[]>,
  }));

/** One to eight blocks in order and apart, on multiples of five minutes. */
const blocksOf = (random: () => number, { from, to, shortest, longest }: Hours): Block[] => {
  const blocks: Block[] = [];
  const wanted = 1 + Math.floor(random() * 8);
  const fives = (minutes: number) => 5 * Math.floor(minutes / 5);
  let at = from + fives(random() * longest);
  while (blocks.length < wanted && at + shortest <= to) {
    const end = Math.min(to, at + fives(shortest + random() * (longest - shortest)));
    blocks.push([timeOf(at), timeOf(end)]);
    at = end + 5 + fives(random() * longest);
  }
  return blocks;
};

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
