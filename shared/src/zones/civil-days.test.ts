import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOfDays, daysInMonth, daysOf } from './civil-days.ts';

const RANGE = 100_000_000; // Days around 1970: what ECMAScript's own dates reach.

describe('Days of the Gregorian calendar', () => {
  it('are those of the language, all along its range', () =>
    fc.assert(
      fc.property(fc.integer({ min: -RANGE, max: RANGE }), (days) => {
        const date = new Date(days * 86_400_000);
        const expected = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
        expect(dateOfDays(days)).toEqual(expected);
        expect(daysOf(expected.year, expected.month, expected.day)).toBe(days);
        expect(expected.day).toBeLessThanOrEqual(daysInMonth(expected.year, expected.month));
      }),
      { numRuns: 2_000 },
    ));
  it('make a month as long as the next one is away', () => {
    for (const year of [1900, 1970, 2000, 2023, 2024, 2100, 2400])
      for (let month = 1; month <= 12; month++)
        expect(daysInMonth(year, month)).toBe(
          (month === 12 ? daysOf(year + 1, 1, 1) : daysOf(year, month + 1, 1)) - daysOf(year, month, 1),
        );
  });
});
