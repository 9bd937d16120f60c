import { weekMinuteAt } from '../zones/local-time.ts';
import type { Zone } from '../zones/zone.ts';
import type { ZoneTables } from '../zones/zone-tables.ts';

/** The instant that is being decided, and what it is in every zone that was asked: each is worked out once. */
export interface Moment {
  readonly tables: ZoneTables;
  /** Unix seconds. */
  t: number;
  /** By zone index: the minute of the local week, and the instant it is for. */
  readonly minutes: Int16Array;
  readonly instants: Float64Array;
  /** Zones that were asked before. */
  readonly zones: (Zone | undefined)[];
}

export const createMoment = (tables: ZoneTables): Moment => ({
  tables,
  t: Number.NaN,
  minutes: new Int16Array(tables.names.length),
  instants: new Float64Array(tables.names.length).fill(Number.NaN),
  zones: tables.names.map(() => undefined),
});

/** The minute of the local week in a zone, by its index; −1, a minute of no week, for a zone that is not in the tables. */
export const minuteIn = (moment: Moment, zone: number): number =>
  moment.instants[zone] === moment.t ? (moment.minutes[zone] as number) : workOut(moment, zone);

const workOut = (moment: Moment, index: number): number => {
  if (index >= moment.instants.length) return -1;
  let zone = moment.zones[index];
  if (zone === undefined) {
    zone = moment.tables.at(index);
    if (zone === undefined) return -1;
    moment.zones[index] = zone;
  }
  const minute = weekMinuteAt(zone, moment.t);
  moment.minutes[index] = minute;
  moment.instants[index] = moment.t;
  return minute;
};
