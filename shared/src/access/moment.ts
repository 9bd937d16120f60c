import type { Zone } from '../zones/zone.ts';
import type { ZoneTables } from '../zones/zone-tables.ts';

const DAY_S = 86_400;
const WEEK_S = 7 * DAY_S;

/** The instant that is being decided, and what it is in the zone that was asked last: rules of one zone stand together. */
export interface Moment {
  readonly tables: ZoneTables;
  /** Zones that were asked before, by index. */
  readonly zones: (Zone | undefined)[];
  /** Unix seconds: finite. */
  t: number;
  /** Its second of the week in UTC, from Sunday 00:00. */
  second: number;
  /** The index of a zone, −1 for none, and the minute of the local week there. */
  zone: number;
  minute: number;
}

export const createMoment = (tables: ZoneTables): Moment => ({
  tables,
  zones: tables.names.map(() => undefined),
  t: Number.NaN,
  second: 0,
  zone: -1,
  minute: 0,
});

/** A finite instant. */
export const setMoment = (moment: Moment, t: number): void => {
  if (t === moment.t) return;
  const sinceSunday = Math.floor(t) + 4 * DAY_S; // 1970 began on a Thursday.
  const second = sinceSunday - Math.floor(sinceSunday / WEEK_S) * WEEK_S;
  moment.t = t;
  moment.second = second | 0;
  moment.zone = -1;
};

/** The minute of the local week in a zone, by its index; −1, a minute of no week, for a zone that is not in the tables. */
export const minuteIn = (moment: Moment, index: number): number => {
  if (index === moment.zone) return moment.minute;
  const zone = moment.zones[index] ?? knownZone(moment, index);
  if (zone === undefined) return -1;
  // Offsets are whole seconds, so it makes no difference whether a second is cut off before or after they are added.
  let second = moment.second + zone.offsetAt(moment.t);
  if (second < 0) second += WEEK_S;
  else if (second >= WEEK_S) second -= WEEK_S;
  moment.zone = index;
  moment.minute = (second / 60) | 0;
  return moment.minute;
};

const knownZone = ({ tables, zones }: Moment, index: number): Zone | undefined => {
  const zone = tables.at(index);
  if (zone !== undefined) zones[index] = zone;
  return zone;
};
