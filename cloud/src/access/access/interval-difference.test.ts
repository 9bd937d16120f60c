import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gainedAndLost, type Interval } from './interval-difference.ts';

/** In order and apart, or touching. */
const intervals = fc
  .uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 12 })
  .map((cuts) => cuts.sort((a, b) => a - b))
  .map((cuts): Interval[] =>
    Array.from({ length: Math.floor(cuts.length / 2) }, (_, i) => ({
      fromS: cuts[2 * i] as number,
      toS: cuts[2 * i + 1] as number,
    })),
  );
const holds = (list: readonly Interval[], t: number) => list.some(({ fromS, toS }) => t >= fromS && t < toS);

describe('what is gained and lost between two weeks', () => {
  it('is at every second what opens in one and not in the other', () => {
    fc.assert(
      fc.property(intervals, intervals, (before, after) => {
        const { gains, loses } = gainedAndLost(before, after);
        for (let t = 0; t <= 60; t++) {
          expect(holds(gains, t)).toBe(holds(after, t) && !holds(before, t));
          expect(holds(loses, t)).toBe(holds(before, t) && !holds(after, t));
        }
      }),
    );
  });

  it('is one interval where two touch', () => {
    const touching = [
      { fromS: 0, toS: 10 },
      { fromS: 10, toS: 20 },
    ];
    expect(gainedAndLost([], touching)).toEqual({ gains: [{ fromS: 0, toS: 20 }], loses: [] });
  });
});
