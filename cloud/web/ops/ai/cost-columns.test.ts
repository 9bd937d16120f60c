import { describe, expect, it } from 'vitest';
import type { AiUsageStats } from './ai-types.ts';
import { costColumns } from './cost-columns.ts';

const series = (...costs: readonly number[]): Pick<AiUsageStats, 'series'> => ({
  series: costs.map((costMicros, day) => ({
    ...{ at: `2026-05-0${day + 1}T00:00:00.000Z`, requests: 1, failed: 0, tokensIn: 0, tokensOut: 0, costMicros },
    ...{ meanMs: null, meanFirstTokenMs: null },
  })),
});
const values = (...given: Parameters<typeof costColumns>) => costColumns(...given).map((column) => column.values);

describe('what each part of a time cost', () => {
  it('is of the groups that are known alone, and of all others', () => {
    expect(values(series(100, 50), [series(60, 0), series(30, 50)], 3)).toEqual([
      [60, 30, 10],
      [0, 50, 0],
    ]);
  });

  it('is of all together where none is known alone', () => {
    expect(values(series(100, 50), [], 1)).toEqual([[100], [50]]);
  });

  it('is never below 0, also where a group was asked for later than all', () => {
    expect(values(series(100), [series(90), series(20)], 3)).toEqual([[90, 20, 0]]);
  });

  it('has no column for others where there are none', () => {
    expect(values(series(100), [series(60), series(40)], 2)).toEqual([[60, 40]]);
  });
});
