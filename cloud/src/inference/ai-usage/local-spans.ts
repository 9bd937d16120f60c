import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { localDateAt, startOfLocalDay } from '@gatehouse/shared/zones/local-time.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import type { ZoneTables } from '@gatehouse/shared/zones/zone-tables.ts';
import type { Span } from './usage-windows.ts';

export const zoneOf = (zones: ZoneTables, name: string): Zone => {
  const zone = zones.find(name);
  if (zone === undefined) throw new Bug(`${name} is no time zone`);
  return zone;
};

const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00.000Z`) + Days(1) * days).toISOString().slice(0, 10);

/** The local date of a moment. */
export const dayAt = (zone: Zone, ms: number): string => localDateAt(zone, ms / 1_000);
/** When a local day begins, and when the one does that comes so many days later. */
export const spanOfDay = (zone: Zone, day: string, days = 1): Span => ({
  from: startOfLocalDay(zone, day) * 1_000,
  to: startOfLocalDay(zone, daysAfter(day, days)) * 1_000,
});
/** The local days that end with today, the first one first. */
export const lastDays = (zone: Zone, now: number, days: number): string[] =>
  Array.from({ length: days }, (_, at) => daysAfter(dayAt(zone, now), at + 1 - days));
/** The local month, from its first day on until tomorrow. */
export const monthToDate = (zone: Zone, now: number): Span => {
  const today = dayAt(zone, now);
  return { from: spanOfDay(zone, `${today.slice(0, 7)}-01`).from, to: spanOfDay(zone, today).to };
};
