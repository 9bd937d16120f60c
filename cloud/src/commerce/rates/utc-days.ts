import { Days, type Duration } from '@gatehouse/shared/time/duration.ts';

const DAY: Duration = Days(1);

/** The UTC day that a moment is in, as `YYYY-MM-DD`. */
export const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** When a UTC day begins: ms since 1970. */
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);
export const dayAfter = (day: string): string => dayAt(startOf(day) + DAY);
export const dayBefore = (day: string): string => dayAt(startOf(day) - DAY);
export const daysBetween = (from: string, to: string): number => Math.round((startOf(to) - startOf(from)) / DAY);
/** When the first day begins that what was made at that moment holds for. */
export const nextDayStart = (ms: number): number => startOf(dayAt(ms)) + DAY;

export const monthOf = (day: string): string => day.slice(0, 7);
export const dayOfMonth = (day: string): number => Number(day.slice(8));
export const daysInMonth = (day: string): number =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
/** So many months later, or earlier where it is negative: `YYYY-MM`. */
export const monthsAfter = (month: string, months: number): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + months, 1)).toISOString().slice(0, 7);
