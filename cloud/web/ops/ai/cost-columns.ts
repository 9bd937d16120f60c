import type { AiUsageStats } from './ai-types.ts';

type Series = Pick<AiUsageStats, 'series'>;

/**
 * What each part of a time cost: of each group that is known alone, and then of all others together. Groups may have been asked
 * for a moment later than all: what is over meanwhile is in no column twice, and none is below 0.
 */
export const costColumns = (all: Series, parts: readonly (Series | undefined)[], columns: number) => {
  const byTime = parts.map((part) => new Map(part?.series.map(({ at, costMicros }) => [at, costMicros])));
  return all.series.map(({ at, costMicros }) => {
    const alone = byTime.map((costs) => costs.get(at) ?? 0);
    const rest = Math.max(0, costMicros - alone.reduce((sum, cost) => sum + cost, 0));
    return { at, values: [...alone, rest].slice(0, columns) };
  });
};
