import { dayIn, type Zones, zoneNamed } from '../../kit/zones.ts';

/** Which day it is where: in some zones another one than in most. */
export interface LocalDays {
  /** `YYYY-MM-DD` in all zones but the others. */
  readonly usual: string;
  readonly others: readonly { readonly day: string; readonly zones: readonly string[] }[];
}

/** Which day it is in each of these zones: on the whole earth there are three at most. */
export const localDays = (zones: Zones, names: readonly string[], nowMs: number): LocalDays => {
  const days = Map.groupBy(names, (name) => dayIn(zones, name, nowMs));
  const [most, ...others] = [...days].sort(([, a], [, b]) => b.length - a.length);
  if (most === undefined) return { usual: new Date(nowMs).toISOString().slice(0, 10), others: [] };
  return { usual: most[0], others: others.map(([day, in_]) => ({ day, zones: in_ })) };
};

/** The local time of an instant with its offset, in ISO 8601: `2026-02-01T19:30:00.000+10:00`. */
export const localTime = (zones: Zones, name: string, nowMs: number): string => {
  const offset = Math.round(zoneNamed(zones, name).offsetAt(nowMs / 1_000) / 60);
  const local = new Date(nowMs + offset * 60_000).toISOString().slice(0, -1);
  const two = (n: number): string => String(n).padStart(2, '0');
  const size = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
};
