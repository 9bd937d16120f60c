import { startOfLocalDay } from '@gatehouse/shared/zones/local-time.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';

const DAY_MS = 86_400_000;
const FORM = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.]\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * When a plan starts, in Unix seconds: a date at the beginning of that day in the facility's zone, a time with an offset
 * at that instant, a time without one by the facility's clocks. Undefined for a text that is none of these.
 */
export const planStart = (text: string, zone: Zone): number | undefined => {
  const [, date, hour, minute, second = '0', offset] = FORM.exec(text) ?? [];
  if (date === undefined) return undefined;
  if (hour === undefined || minute === undefined) return definite(startOfLocalDay(zone, date));
  if (offset !== undefined) return definite(Math.floor(Date.parse(text) / 1_000));
  const midnight = startOfLocalDay(zone, date);
  const at = midnight + Number(hour) * 3_600 + Number(minute) * 60 + Number(second);
  return definite(at + zone.offsetAt(midnight) - zone.offsetAt(at));
};

/** When a plan ends, exclusive: a date is the plan's last day, and counts until that day is over. Otherwise as `planStart`. */
export const planEnd = (text: string, zone: Zone): number | undefined => {
  if (text.includes('T')) return planStart(text, zone);
  const nextDay = Date.parse(text) + DAY_MS;
  return Number.isFinite(nextDay) ? planStart(new Date(nextDay).toISOString().slice(0, 10), zone) : undefined;
};

const definite = (epochS: number): number | undefined => (Number.isFinite(epochS) ? epochS : undefined);
