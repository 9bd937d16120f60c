import type { Zone } from '../zones/zone.ts';
import type { ZoneTables } from '../zones/zone-tables.ts';

const DAY_S = 86_400;
const WEEK_S = 7 * DAY_S;

/**
 * The instant that is being decided, and how far every zone is from UTC then. Between two changes of any clock all offsets stay
 * as they are, so they are kept for such spans, the eras: a decision looks for its era once, whatever number of zones it needs.
 */
export interface Moment {
  readonly tables: ZoneTables;
  /** Unix seconds: finite. */
  t: number;
  /** Its second of the week in UTC, from Sunday 00:00. */
  second: number;
  /** Where the offsets of its era begin. */
  base: number;
  /** How many zones the tables have. */
  readonly width: number;
  /** By era and zone index: seconds east of UTC, or `UNASKED`. */
  readonly offsets: Int32Array;
  /** Zones that were asked, the first few; no clock of theirs changes within an era. */
  readonly zones: Zone[];
  /** Where eras are known to begin and end. Era 0 is for instants that have none. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  count: number;
  /** By week, modulo their number: an era that was met in such a week. */
  readonly weeks: Uint8Array;
}

const ERAS = 32;
const WEEKS = 64;
/** Building an era takes time by the number of zones. A facility and its members live in a few. */
const ZONES_MAX = 16;
const UNASKED = 0x7fff_ffff;
/** Instants beyond are not near any other. */
const NEAR_S = 1e13;

const moments = new WeakMap<ZoneTables, Moment>();

/** One for all facilities with the same tables, for a decision never waits in the middle. */
export const momentOf = (tables: ZoneTables): Moment => {
  const known = moments.get(tables);
  if (known !== undefined) return known;
  const moment: Moment = {
    tables,
    t: Number.NaN,
    second: 0,
    base: 0,
    width: tables.names.length,
    offsets: new Int32Array(ERAS * tables.names.length),
    zones: [],
    starts: new Float64Array(ERAS).fill(Number.NaN),
    ends: new Float64Array(ERAS),
    count: 1,
    weeks: new Uint8Array(WEEKS),
  };
  moments.set(tables, moment);
  return moment;
};

/** A finite instant. */
export const setMoment = (moment: Moment, t: number): void => {
  const sinceSunday = Math.floor(t) + 4 * DAY_S; // 1970 began on a Thursday.
  const week = Math.floor((sinceSunday + 0.5) * (1 / WEEK_S));
  const era = moment.weeks[week & (WEEKS - 1)] as number;
  moment.t = t;
  moment.second = (sinceSunday - week * WEEK_S) | 0;
  if (t >= (moment.starts[era] as number) && t < (moment.ends[era] as number)) moment.base = era * moment.width;
  else findEra(moment, week);
};

/** The second of the local week in a zone, by its index; −1, in no week, for a zone that is not in the tables. */
export const secondIn = (moment: Moment, index: number): number => {
  if (index >= moment.width) return -1;
  const known = moment.offsets[moment.base + index] as number;
  // Offsets are whole seconds, so it makes no difference whether a second is cut off before or after they are added.
  const second = moment.second + (known === UNASKED ? firstOffset(moment, index) : known);
  if (second < 0) return second + WEEK_S;
  return second < WEEK_S ? second : second - WEEK_S;
};

const firstOffset = (moment: Moment, index: number): number => {
  const zone = moment.tables.at(index) as Zone; // The index is one of the tables'.
  const { zones, t } = moment;
  if (zones.length < ZONES_MAX) {
    zones.push(zone);
    forgetEras(moment);
    findEra(moment, 0); // Whatever the week: it is only where the era is looked for first.
  }
  return zone.offsetAt(t);
};

const forgetEras = (moment: Moment): void => {
  moment.count = 1;
  moment.starts.fill(Number.NaN);
};

/** Sets the era of the instant: a known one, or a known one that begins earlier than was known, or a new one. */
const findEra = (moment: Moment, week: number): void => {
  const { t, starts, ends } = moment;
  let era = 1;
  while (era < moment.count && !(t >= (starts[era] as number) && t < (ends[era] as number))) era++;
  if (era === moment.count) era = Math.abs(t) < NEAR_S ? eraUntil(moment, nextChange(moment)) : 0;
  if (era === 0) fillEra(moment, 0);
  moment.weeks[week & (WEEKS - 1)] = era;
  moment.base = era * moment.width;
};

/** An era is known by its end, for its beginning is only the earliest instant of it that was met. */
const eraUntil = (moment: Moment, until: number): number => {
  const { t, starts, ends } = moment;
  let era = 1;
  while (era < moment.count && ends[era] !== until) era++;
  if (era === moment.count) {
    if (era === ERAS) {
      forgetEras(moment);
      era = 1;
    }
    moment.count = era + 1;
    ends[era] = until;
    fillEra(moment, era);
  }
  starts[era] = t;
  return era;
};

/** When the clock of one of the zones changes next. */
const nextChange = ({ zones, t }: Moment): number => {
  let next = Number.POSITIVE_INFINITY;
  for (const zone of zones) next = Math.min(next, zone.nextTransitionAfter(t));
  return next;
};

const fillEra = ({ width, offsets, zones, t }: Moment, era: number): void => {
  const base = era * width;
  offsets.fill(UNASKED, base, base + width);
  for (const zone of zones) offsets[base + zone.index] = zone.offsetAt(t);
};
