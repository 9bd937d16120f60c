import { dateOfDays, daysOf } from '@gatehouse/shared/zones/civil-days.ts';
import { localDateAt, startOfLocalDay } from '@gatehouse/shared/zones/local-time.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';

/** A local day: of 23 or 25 hours where clocks change, and of none where a zone skipped it. Unix seconds. */
export interface CalendarDay {
  readonly date: string;
  readonly fromS: number;
  readonly toS: number;
}

/** So many local days, from a date on; without one from the day that it is there now. */
export const calendarDays = (
  { zone, nowMs }: { readonly zone: Zone; readonly nowMs: number },
  { from, days }: { readonly from?: string | undefined; readonly days: number },
): CalendarDay[] => {
  const first = from ?? localDateAt(zone, nowMs / 1_000);
  return Array.from({ length: days }, (_, n) => {
    const date = dateAfter(first, n);
    return { date, fromS: startOfLocalDay(zone, date), toS: startOfLocalDay(zone, dateAfter(date, 1)) };
  });
};

const dateAfter = (date: string, days: number): string => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const next = dateOfDays(daysOf(year, month, day) + days);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${String(next.year).padStart(4, '0')}-${two(next.month)}-${two(next.day)}`;
};

/** What a clock there shows, to the second: `2026-10-25T02:30:00`. */
export const localTimeAt = (zone: Zone, epochS: number): string =>
  new Date((epochS + zone.offsetAt(epochS)) * 1_000).toISOString().slice(0, 19);
