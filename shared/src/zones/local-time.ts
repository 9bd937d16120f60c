import { dateOfDays, daysInMonth, daysOf } from './civil-days.ts';
import type { Zone } from './zone.ts';

const DAY_S = 86_400;
const WEEK_S = 604_800;
/** More than any offset, so that an instant this long before a local midnight is before it in every zone. */
const MARGIN_S = 27 * 3_600;
/** The range of ECMAScript dates: 100 000 000 days around 1970. */
const DATE_MAX_S = 8_640_000_000_000;

/**
 * The minute of the local week, 0 to 10079, Sunday 00:00 being 0. Local seconds are cut off, not rounded, whatever the seconds of
 * the offset. −1, a minute of no week, for NaN and the infinities. A local time that is skipped is thus never met, and one that is
 * repeated is met twice.
 */
export const weekMinuteAt = (zone: Zone, epochS: number): number => {
  const seconds = Math.floor(epochS + zone.offsetAt(epochS) + 4 * DAY_S) % WEEK_S; // 1970 began on a Thursday.
  if (Number.isNaN(seconds)) return -1;
  return ((seconds < 0 ? seconds + WEEK_S : seconds) / 60) | 0;
};

/**
 * The local date as `YYYY-MM-DD`; years outside 0000 to 9999 as ISO 8601 expands them (`+012345-01-01`). Times outside the
 * range of ECMAScript's own dates count as its first or last instant, NaN as the first.
 */
export const localDateAt = (zone: Zone, epochS: number): string => {
  const at = epochS >= -DATE_MAX_S ? Math.min(epochS, DATE_MAX_S) : -DATE_MAX_S;
  const { year, month, day } = dateOfDays(Math.floor((at + zone.offsetAt(at)) / DAY_S));
  const digits =
    year >= 0 && year <= 9_999
      ? String(year).padStart(4, '0')
      : `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
  return `${digits}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
};

/**
 * The first instant of a local date; of a date that the zone skipped, the first instant after the gap. Where clocks were once put
 * back over midnight (St John's until 2011, 00:01 to 23:01) the date's first minute came before the rest of the day before.
 * NaN for a text that is no date `YYYY-MM-DD`.
 */
export const startOfLocalDay = (zone: Zone, date: string): number => {
  const [, year = Number.NaN, month = 0, day = 0] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []).map(Number);
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return Number.NaN;
  return firstInstantAtLocal(zone, daysOf(year, month, day) * DAY_S);
};

/**
 * The first instant at which a local clock shows this time or a later one; given as if it were UTC, in seconds. Of a time that
 * is skipped that is the instant after the gap, of one that is repeated the first of the two.
 */
export const firstInstantAtLocal = (zone: Zone, localS: number): number => {
  let from = localS - MARGIN_S;
  for (;;) {
    const until = zone.nextTransitionAfter(from);
    const begins = Math.max(from, localS - zone.offsetAt(from));
    if (begins < until) return begins;
    from = until;
  }
};
