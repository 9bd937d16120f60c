import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoOf } from './iso.ts';

const FIRST = '0001-01-01T00:00:00.000Z';
const LAST = '9999-12-31T23:59:59.999Z';

describe('a moment as ISO 8601', () => {
  it('is what a Date says of it, whichever was asked for before', () => {
    const moment = fc.oneof(
      fc.integer({ min: Date.parse(FIRST), max: Date.parse(LAST) }),
      // About midnights, before and after 1970, and between milliseconds.
      fc
        .tuple(fc.integer({ min: -40_000, max: 40_000 }), fc.integer({ min: -2, max: 2 }))
        .map(([day, off]) => day * 86_400_000 + off),
      fc.double({ min: -1e12, max: 1e13, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(moment, { minLength: 1, maxLength: 20 }), (moments) => {
        expect(moments.map(isoOf)).toEqual(moments.map((ms) => new Date(ms).toISOString()));
      }),
      { numRuns: 500 },
    );
  });

  it('is the nearest that has a year of four digits, and none of what is no moment', () => {
    expect([-Infinity, -1e300, Date.parse(FIRST) - 1].map(isoOf)).toEqual([FIRST, FIRST, FIRST]);
    expect([Infinity, 8.64e15, Date.parse(LAST) + 1].map(isoOf)).toEqual([LAST, LAST, LAST]);
    expect(() => isoOf(Number.NaN)).toThrow(RangeError);
    expect(isoOf(0)).toBe('1970-01-01T00:00:00.000Z');
  });
});
