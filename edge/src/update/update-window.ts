import { weekMinuteAt } from '@gatehouse/shared/zones/local-time.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import { z } from 'zod';

const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 02:30');

/** When the box may restart for an update, in the facility's own time. `to` before `from` goes over midnight. */
export const UpdateWindow = z.strictObject({ from: TimeOfDay, to: TimeOfDay });
export type UpdateWindow = z.infer<typeof UpdateWindow>;

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Whether the instant (seconds since 1970) is within the window at this zone. */
export const isWithin = (window: UpdateWindow, zone: Zone, epochS: number): boolean => {
  const [from, to, now] = [minutesOf(window.from), minutesOf(window.to), weekMinuteAt(zone, epochS) % 1_440];
  return from <= to ? from <= now && now < to : now >= from || now < to;
};
