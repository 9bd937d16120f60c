import { Days, Minutes } from '@gatehouse/shared/time/duration.ts';
import { daysInMonth, daysOf } from '@gatehouse/shared/zones/civil-days.ts';
import { firstInstantAtLocal, weekMinuteAt } from '@gatehouse/shared/zones/local-time.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';

const DAY_S = 86_400;
const DAY_MINUTES = 1_440;
const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;

/** A message is scheduled at least so long ahead, and at most. */
export const SCHEDULED = { soonest: Minutes(1), latest: Days(366) } as const;
export const isSchedulable = (atMs: number, nowMs: number): boolean =>
  atMs >= nowMs + SCHEDULED.soonest && atMs <= nowMs + SCHEDULED.latest;

/** `YYYY-MM-DDTHH:mm` as seconds since 1970 of a clock without a zone; undefined where there is no such minute in any. */
export const localSecondsOf = (text: string): number | undefined => {
  const [, year = 0, month = 0, day = 0, hour = 0, minute = 0] = (LOCAL.exec(text) ?? []).map(Number);
  const isThere = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month) && hour < 24 && minute < 60;
  return isThere ? daysOf(year, month, day) * DAY_S + hour * 3_600 + minute * 60 : undefined;
};

/**
 * When a local clock first shows this minute, in ms since 1970. Of a minute that is skipped that is the first after the gap, of
 * one that comes twice the first of the two.
 */
export const instantOfLocal = (zone: Zone, localSeconds: number): number =>
  firstInstantAtLocal(zone, localSeconds) * 1_000;

/** Minutes of the local day: `from` is in, `until` is out; over midnight where `from` is the later one. */
export interface QuietHours {
  readonly fromMinute: number;
  readonly untilMinute: number;
}
export const USUAL_QUIET_HOURS: QuietHours = { fromMinute: 20 * 60, untilMinute: 8 * 60 };

const isWithin = ({ fromMinute, untilMinute }: QuietHours, minute: number): boolean =>
  fromMinute < untilMinute
    ? minute >= fromMinute && minute < untilMinute
    : minute >= fromMinute || minute < untilMinute;

/** When the quiet hours end that hold at this moment; undefined where none do. In ms since 1970. */
export const quietUntil = (zone: Zone, quiet: QuietHours, atMs: number): number | undefined => {
  const atS = Math.floor(atMs / 1_000);
  const minute = weekMinuteAt(zone, atS) % DAY_MINUTES;
  if (!isWithin(quiet, minute)) return undefined;
  const today = Math.floor((atS + zone.offsetAt(atS)) / DAY_S);
  const day = quiet.untilMinute > minute ? today : today + 1;
  const endS = firstInstantAtLocal(zone, day * DAY_S + quiet.untilMinute * 60);
  if (endS > atS) return endS * 1_000;
  // The clock was put back: it has shown that minute already, and will once more.
  return (atS + (quiet.untilMinute - minute) * 60) * 1_000;
};
