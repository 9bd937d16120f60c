import { describe, expect, it } from 'vitest';
import { type Goal, goalTable, isMet } from '../../bench/goal.ts';
import { seeded } from '../../bench/seeded.ts';
import { median, percentile, short, shortSpread, spreadOf } from '../../bench/statistics.ts';
import { table } from '../../bench/table.ts';

describe('the numbers of a bench', () => {
  it('are medians and percentiles of what was measured, in whatever order', () => {
    const values = Array.from({ length: 100 }, (_, i) => (i * 37) % 100);
    expect([median(values), percentile(values, 0.99), percentile(values, 1)]).toEqual([50, 99, 99]);
    expect(spreadOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
    expect(median([])).toBeNaN();
  });

  it('are written with three digits and no exponent', () => {
    expect([0.000_123_4, 1.2345, 123_456, Number.NaN].map(short)).toEqual(['0.000123', '1.23', '123500', '–']);
    expect(shortSpread({ median: 2, min: 1, max: 3 })).toBe('2 (1..3)');
  });

  it('that are drawn by lot are the same in every run', () => {
    const [one, two, other] = [seeded(1), seeded(1), seeded(2)];
    const draws = Array.from({ length: 1_000 }, () => one());
    expect(draws.map(() => two())).toEqual(draws);
    expect(draws.map(() => other())).not.toEqual(draws);
    expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true);
    expect(median(draws)).toBeCloseTo(0.5, 1);
  });
});

describe('a goal', () => {
  const goal = (bound: Goal['bound'], value?: number): Goal => ({
    name: 'G',
    what: 'a ÷ b',
    bound,
    value: value === undefined ? undefined : { median: value, min: 0, max: 9 },
  });

  it('is met by the median, up to and including its bound', () => {
    expect([1, 1.01].map((value) => isMet(goal({ atMost: 1 }, value)))).toEqual([true, false]);
    expect([1, 0.99].map((value) => isMet(goal({ atLeast: 1 }, value)))).toEqual([true, false]);
  });

  it('that cannot be measured here is neither met nor missed', () => {
    expect(isMet(goal({ atMost: 1 }))).toBeUndefined();
    expect(goalTable([goal({ atMost: 1 })])).toContain('| – ');
    expect(goalTable([goal({ atMost: 1 })])).toContain('not measured');
  });
});

describe('a table', () => {
  it('is Markdown that reads as it is', () => {
    expect(table(['a', 'bb'], [['ccc', 'd']])).toBe('| a   | bb |\n| --- | -- |\n| ccc | d  |');
  });
});
