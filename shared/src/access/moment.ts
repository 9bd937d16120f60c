import type { Zone } from '../zones/zone.ts';
import type { ZoneTables } from '../zones/zone-tables.ts';

const DAY_S = 86_400;
const WEEK_S = 7 * DAY_S;

/** The instant that is being decided. */
export interface Moment {
  readonly tables: ZoneTables;
  /** Zones that were asked before, by index. */
  readonly zones: (Zone | undefined)[];
  /** Unix seconds: finite. */
  t: number;
  /** Its second of the week in UTC, from Sunday 00:00. */
  second: number;
}

export const createMoment = (tables: ZoneTables): Moment => ({
  tables,
  zones: tables.names.map(() => undefined),
  t: Number.NaN,
  second: 0,
});

/** A finite instant. */
export const setMoment = (moment: Moment, t: number): void => {
  const sinceSunday = Math.floor(t) + 4 * DAY_S; // 1970 began on a Thursday.
  moment.t = t;
  moment.second = (sinceSunday - Math.floor((sinceSunday + 0.5) * (1 / WEEK_S)) * WEEK_S) | 0;
};

/** The minute of the local week in a zone, by its index; −1, a minute of no week, for a zone that is not in the tables. */
export const minuteIn = (moment: Moment, index: number): number => {
  const zone = moment.zones[index] ?? knownZone(moment, index);
  if (zone === undefined) return -1;
  // Offsets are whole seconds, so it makes no difference whether a second is cut off before or after they are added.
  const second = moment.second + zone.offsetAt(moment.t);
  if (second < 0) return ((second + WEEK_S) / 60) | 0;
  return ((second < WEEK_S ? second : second - WEEK_S) / 60) | 0;
};

const knownZone = ({ tables, zones }: Moment, index: number): Zone | undefined => {
  const zone = tables.at(index);
  if (zone !== undefined) zones[index] = zone;
  return zone;
};
