import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { dateOfDays, daysOf } from '@gatehouse/shared/zones/civil-days.ts';
import { localDateAt, startOfLocalDay } from '@gatehouse/shared/zones/local-time.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import type { Reset } from '../ai-settings/ai-settings.module.ts';

/** A while that a cap is for. */
export interface Span {
  /** Such as `day:2026-11-27`, `week:2026-W48`, `month:2026-11`, `total:0`. */
  readonly name: string;
  /** When it began, ms since 1970; 0 where it never did. */
  readonly from: number;
  /** When it ends; null: never by itself. */
  readonly until: number | null;
}

const WEEK = 7;

/** The while that this moment is in, by the calendar of that zone; a week begins on its Monday. */
export const spanAt = (atMs: number, reset: Reset, zone: Zone, epoch = 0): Span => {
  if (reset === 'total') return { name: `total:${epoch}`, from: 0, until: null };
  const date = localDateAt(zone, Math.floor(atMs / 1_000));
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const today = daysOf(year, month, day);
  const between = (first: number, next: number, name: string): Span => ({
    name,
    from: startOf(zone, first),
    until: startOf(zone, next),
  });
  if (reset === 'day') return between(today, today + 1, `day:${date}`);
  if (reset === 'month')
    return between(
      daysOf(year, month, 1),
      daysOf(year + (month === 12 ? 1 : 0), (month % 12) + 1, 1),
      `month:${date.slice(0, 7)}`,
    );
  const monday = today - mondayBased(today);
  return between(monday, monday + WEEK, `week:${weekName(monday)}`);
};

/** Days since Monday: 1970 began on a Thursday. */
const mondayBased = (days: number): number => (((days + 3) % WEEK) + WEEK) % WEEK;

/** ISO 8601: a week belongs to the year of its Thursday. */
const weekName = (monday: number): string => {
  const { year } = dateOfDays(monday + 3);
  const week = Math.floor((monday + 3 - daysOf(year, 1, 1)) / WEEK) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
};

const startOf = (zone: Zone, days: number): number => {
  const { year, month, day } = dateOfDays(days);
  const two = (number: number) => String(number).padStart(2, '0');
  return startOfLocalDay(zone, `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`) * 1_000;
};

/** UTC where nobody knows the zone any more. */
export const zoneNamed = (name: string): Zone => {
  const zone = bundledZones().find(name) ?? bundledZones().find('Etc/UTC');
  if (zone === undefined) throw new Error('there is no UTC');
  return zone;
};
