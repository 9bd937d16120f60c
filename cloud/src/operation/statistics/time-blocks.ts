import { localDateAt, startOfLocalDay } from '@gatehouse/shared/zones/local-time.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';

export type BlockLength = 'hour' | 'day';

const HOUR_S = 3_600;
/** More than any local day is long, and less than two. */
const A_DAY_ON_S = 36 * HOUR_S;

/**
 * Where blocks begin by a zone's clock, in Unix seconds: `fromS` first, then every full hour, or every midnight, before
 * `toS`. A day is as long as that day is there, of 23 or 25 hours too. Where clocks change by half an hour, the block that
 * they change in ends there, so that a new one may begin at the same full hour again.
 */
export const blockStarts = (zone: Zone, fromS: number, toS: number, length: BlockLength): number[] => {
  const starts: number[] = [];
  for (let at = fromS; at < toS; at = length === 'hour' ? nextHour(zone, at) : nextDay(zone, at)) starts.push(at);
  return starts;
};

const nextHour = (zone: Zone, at: number): number => {
  const offset = zone.offsetAt(at);
  const whole = Math.floor(at); // Hours begin with a second.
  const next = whole + HOUR_S - mod(whole + offset, HOUR_S);
  const change = zone.nextTransitionAfter(at);
  return change < next && mod(zone.offsetAt(change) - offset, HOUR_S) !== 0 ? change : next;
};

const nextDay = (zone: Zone, at: number): number => {
  const today = startOfLocalDay(zone, localDateAt(zone, at));
  const next = startOfLocalDay(zone, localDateAt(zone, today + A_DAY_ON_S));
  // Where clocks were put back over midnight, the next day had begun before the rest of this one.
  return next > at ? next : startOfLocalDay(zone, localDateAt(zone, today + 2 * A_DAY_ON_S));
};

const mod = (value: number, by: number): number => ((value % by) + by) % by;

/** The place of the block that an instant is in; it must not be before the first. */
export const blockAt = (starts: readonly number[], atS: number): number => {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= atS) low = middle;
    else high = middle;
  }
  return low;
};
