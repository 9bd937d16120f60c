import { Days, Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { wrongField } from '../../kit/http/validate.ts';

/** ms since 1970, from (inclusive) to (exclusive). */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const DAY = Days(1);
/** What sums are kept by: every offset of every time zone is so many of them. */
export const QUARTER = Minutes(15);
const EVER = 0;
const startOf = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);
export const startOfUtcDay = (ms: number): number => Math.floor(ms / DAY) * DAY;

interface ByDates {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Whole UTC days, both inclusive; one that is left out is 30 days from the other, or today. Undefined where neither is given. */
export const spanOfDates = ({ startDate, endDate }: ByDates, now: number): Span | undefined => {
  if (startDate === undefined && endDate === undefined) return undefined;
  const to = (endDate === undefined ? startOfUtcDay(now) : startOf(endDate)) + DAY;
  const from = startDate === undefined ? to - Days(30) : startOf(startDate);
  if (from >= to) throw wrongField('query.startDate', 'not_before', 'must not lie after endDate');
  return { from, to };
};

/** Where logs are looked for: dates win; seconds are inclusive; `minutes` end at `endTs`, or now. */
export const spanOfLogs = (
  asked: ByDates & {
    readonly minutes?: number | undefined;
    readonly startTs?: number | undefined;
    readonly endTs?: number | undefined;
  },
  now: number,
): Span => {
  const { minutes, startTs, endTs } = asked;
  if (minutes !== undefined && startTs !== undefined)
    throw wrongField('query.minutes', 'not_both', 'goes without startTs');
  const dates = spanOfDates(asked, now);
  if (dates !== undefined) return dates;
  const to = endTs === undefined ? now + 1 : (endTs + 1) * 1_000;
  if (minutes !== undefined) return { from: Math.max(EVER, to - Minutes(minutes)), to };
  const from = startTs === undefined ? EVER : startTs * 1_000;
  if (from >= to) throw wrongField('query.startTs', 'not_before', 'must not lie after endTs');
  return { from, to };
};

export const RANGES = ['24h', '7', '30', '90', 'year', 'all'] as const;
export type Range = (typeof RANGES)[number];
const DAYS_OF: Readonly<Record<Exclude<Range, '24h' | 'all'>, number>> = { '7': 7, '30': 30, '90': 90, year: 365 };

/** What statistics are of: dates win. `first`: when the first sum begins, for `all`. */
export const spanOfStats = (asked: ByDates & { readonly range: Range }, now: number, first: number | null): Span => {
  const dates = spanOfDates(asked, now);
  if (dates !== undefined) return dates;
  const { range } = asked;
  if (range === '24h') {
    const to = (Math.floor(now / QUARTER) + 1) * QUARTER;
    return { from: to - Hours(24), to };
  }
  const to = startOfUtcDay(now) + DAY;
  if (range === 'all') return { from: startOfUtcDay(first ?? now), to };
  return { from: to - Days(DAYS_OF[range]), to };
};

const WIDTHS = [
  ...[1, 5, 15].map((minutes) => Minutes(minutes)),
  ...[1, 3, 6, 12].map((hours) => Hours(hours)),
  ...[1, 2, 7, 14, 30, 90, 365].map((days) => Days(days)),
];
/** A span in whole parts of a width. */
export interface Parts extends Span {
  readonly width: number;
}
/** By the narrowest usual width by which it has no more than so many. */
export const partsOf = (span: Span, most: number, narrowest = 0): Parts => {
  const wide = (width: number) => {
    const from = Math.floor(span.from / width) * width;
    const to = Math.ceil(span.to / width) * width;
    return { from, to, width };
  };
  const fits = WIDTHS.filter((width) => width >= narrowest).map(wide);
  return (
    fits.find(({ from, to, width }) => (to - from) / width <= most) ??
    wide(Math.ceil((span.to - span.from) / most / DAY + 1) * DAY)
  );
};
