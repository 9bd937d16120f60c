import { Days } from '@gatehouse/shared/time/duration.ts';

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
export const endOf = (day: string): number => Date.parse(`${day}T00:00:00.000Z`) + Days(1);
export const nextDay = (day: string): string => dayOf(endOf(day));

/** The day in the books of what happens at `at`: a day that is sealed takes nothing, so then the first that is not. */
export const bookingDay = (at: number, lastSealed: string | null): string => {
  const today = dayOf(at);
  return lastSealed !== null && lastSealed >= today ? nextDay(lastSealed) : today;
};
