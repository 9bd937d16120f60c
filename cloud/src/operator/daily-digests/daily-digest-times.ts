import { dateOfDays, daysOf } from '@gatehouse/shared/zones/civil-days.ts';
import { firstInstantAtLocal, localDateAt } from '@gatehouse/shared/zones/local-time.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';

/** In the order of the week that 1970 began in the middle of: that day was a Thursday. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** When it is sent: at this hour of every local day, or of one day of the week. */
export interface Schedule {
  readonly hour: number;
  readonly weekday: Weekday | null;
}

const DAY_S = 86_400;
/** Between two of a week lie at most so many days, and one more where a zone once skipped a date. */
const DAYS_LOOKED_AT = 15;

const weekdayOf = (day: number): Weekday => WEEKDAYS[(((day + 3) % 7) + 7) % 7] as Weekday;
const dateText = (day: number): string => {
  const { year, month, day: ofMonth } = dateOfDays(day);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(ofMonth).padStart(2, '0')}`;
};
/** The local date as days since 1970. */
const localDay = (zone: Zone, epochS: number): number => {
  const [year = 1970, month = 1, day = 1] = localDateAt(zone, epochS).split('-').map(Number);
  return daysOf(year, month, day);
};

/**
 * The one moment of a local date: when its clock first shows the hour or more, so that an hour that is skipped is done after the
 * gap and one that comes twice is done the first time. Nothing for a date that the zone skipped, or another day of the week.
 */
const occurrenceOn = (zone: Zone, { hour, weekday }: Schedule, day: number): number | undefined => {
  if (weekday !== null && weekdayOf(day) !== weekday) return undefined;
  const isThere = localDateAt(zone, firstInstantAtLocal(zone, day * DAY_S)) === dateText(day);
  return isThere ? firstInstantAtLocal(zone, day * DAY_S + hour * 3_600) : undefined;
};

/** The first time after this one (ms since 1970) at which it is due. */
export const dueAfter = (zone: Zone, schedule: Schedule, afterMs: number): number => {
  const today = localDay(zone, afterMs / 1_000);
  for (let day = today - 1; day <= today + DAYS_LOOKED_AT; day++) {
    const at = occurrenceOn(zone, schedule, day);
    if (at !== undefined && at * 1_000 > afterMs) return at * 1_000;
  }
  return afterMs + DAYS_LOOKED_AT * DAY_S * 1_000;
};

/**
 * Whether something that was due at `dueMs` may still be sent: on the same local day, however late; of several that were missed
 * only the last one counts.
 */
export const isStillDue = (zone: Zone, schedule: Schedule, { dueMs, nowMs }: { dueMs: number; nowMs: number }) => {
  const today = localDay(zone, nowMs / 1_000);
  for (const day of [today, today - 1]) {
    const at = occurrenceOn(zone, schedule, day);
    if (at === undefined || at * 1_000 > nowMs || at * 1_000 < dueMs) continue;
    return localDay(zone, at) === today;
  }
  return false;
};
