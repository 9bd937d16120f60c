import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days, Hours } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { aiStatsRepo, type Group, type StatsFilter, type Sums } from './ai-stats.repo.ts';
import { partsOf, type Range, type Span, spanOfStats } from './usage-windows.ts';

const POINTS_MAX = 400;

export interface StatsAsked extends StatsFilter {
  readonly range: Range;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly groupBy: Group;
  readonly subgroupBy?: Group | undefined;
  readonly compare?: 'prev' | undefined;
}

const mean = (sum: number, of: number): number | null => (of === 0 ? null : Math.round(sum / of));
export const figuresOf = (sums: Sums) => ({
  requests: sums.requests,
  failed: sums.failed,
  tokensIn: sums.tokensIn,
  tokensOut: sums.tokensOut,
  costMicros: sums.costMicros,
  meanMs: mean(sums.msSum, sums.requests),
  meanFirstTokenMs: mean(sums.firstTokenMsSum, sums.firstTokens),
});
const added = (rows: readonly Sums[]): Sums => {
  const of = (field: keyof Sums) => rows.reduce((sum, row) => sum + row[field], 0);
  return {
    ...{ requests: of('requests'), failed: of('failed'), tokensIn: of('tokensIn'), tokensOut: of('tokensOut') },
    ...{ costMicros: of('costMicros'), msSum: of('msSum') },
    ...{ firstTokens: of('firstTokens'), firstTokenMsSum: of('firstTokenMsSum') },
  };
};
type Counted = Sums & { readonly one: string; readonly other: string };
/** What costs most comes first. */
const groupsOf = (rows: readonly Counted[], key: 'one' | 'other') =>
  [...Map.groupBy(rows, (row) => row[key])]
    .map(([name, of]) => ({ key: name === '' ? null : name, ...figuresOf(added(of)), of }))
    .sort((a, b) => b.costMicros - a.costMicros || b.requests - a.requests || ((a.key ?? '') < (b.key ?? '') ? -1 : 1));

/** What requests came to, by what they are told apart by: of sums of quarters of an hour, and exactly what the logs come to. */
export const createAiStats = ({ clock }: { readonly clock: Pick<Clock, 'wallMs'> }) => ({
  read: async (tx: Tx, facilityId: FacilityId, asked: StatsAsked) => {
    const { groupBy, subgroupBy, compare, range } = asked;
    const repo = aiStatsRepo(tx);
    const first = range === 'all' ? await repo.first(facilityId) : null;
    const span = spanOfStats(asked, clock.wallMs(), first);
    const rows = await repo.grouped(facilityId, span, asked, [groupBy, subgroupBy ?? groupBy]);
    const narrowest = span.to - span.from <= Days(2) ? Hours(1) : Days(1);
    const parts = partsOf(span, POINTS_MAX, narrowest);
    const points = await repo.parts(facilityId, span, parts, asked);
    const byStart = new Map(points.map((point) => [point.at, point]));
    const before: Span = { from: span.from - (span.to - span.from), to: span.from };
    return {
      from: isoOf(span.from),
      to: isoOf(span.to),
      groupBy,
      subgroupBy: subgroupBy ?? null,
      totals: figuresOf(added(rows)),
      groups: groupsOf(rows, 'one').map(({ of, ...group }) => ({
        ...group,
        subgroups: subgroupBy === undefined ? [] : groupsOf(of, 'other').map(({ of: _, ...subgroup }) => subgroup),
      })),
      bucketSeconds: parts.width / 1_000,
      series: Array.from({ length: (parts.to - parts.from) / parts.width }, (_, at) => {
        const start = parts.from + at * parts.width;
        return { at: isoOf(start), ...figuresOf(byStart.get(start) ?? added([])) };
      }),
      previous:
        compare === undefined
          ? null
          : {
              from: isoOf(before.from),
              to: isoOf(before.to),
              totals: figuresOf(await repo.total(facilityId, before, asked)),
            },
    };
  },
});
export type AiStats = ReturnType<typeof createAiStats>;
