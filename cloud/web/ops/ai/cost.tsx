import { Answered } from '../../kit/answered.tsx';
import { Chart } from '../../kit/chart.tsx';
import { utcTime } from '../../kit/facility-time.ts';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { Choice, optionsOf, useFilters } from '../../kit/filters.tsx';
import { Empty } from '../../kit/states.tsx';
import { aiWords } from '../../words/ai-en.ts';
import { aiRequestLabels, aiRequestWords, GROUPS, RANGES, SOURCES } from '../../words/ai-requests-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import type { AiGroup, AiRange, AiUsageStats } from './ai-types.ts';
import { costColumns } from './cost-columns.ts';
import { narrowedTo, type RequestFilters, shownIn } from './request-filters.ts';
import { useNames } from './use-names.ts';

const A_DAY = 86_400;

interface CostProps {
  readonly at: AtFacility;
  readonly filters: RequestFilters;
}
interface Asked {
  readonly facilityId: string;
  readonly range: AiRange;
  readonly groupBy: AiGroup;
  readonly filters: RequestFilters;
}

const useStats = ({ facilityId, range, groupBy, filters }: Asked, enabled = true) => {
  const { ask } = useConsole();
  // Figures are of all outcomes: a request that failed may have cost something too.
  const { status: _status, ...narrowed } = filters;
  return useQuery({
    queryKey: ['ai', facilityId, 'stats', range, groupBy, narrowed],
    queryFn: ({ signal }) =>
      ask(
        'GET /api/clubs/{clubID}/ai-credits/stats',
        { path: { clubID: facilityId }, query: { ...narrowed, range, groupBy } },
        { signal },
      ),
    enabled,
  });
};

/** What requests cost over time, and by model, key, or keys and agents. */
export const Cost = ({ at, filters }: CostProps) => {
  const { values, set } = useFilters();
  const { range, groupBy } = shownIn(values);
  const asked = { facilityId: at.facility.facilityId, range, groupBy, filters };
  const query = useStats(asked);
  return (
    <section class="panel stack" aria-labelledby="cost-title">
      <h2 id="cost-title">{aiRequestLabels.cost}</h2>
      <div class="filters">
        <Choice
          label={aiRequestLabels.range}
          value={range}
          options={RANGES_IN_ORDER}
          onChoice={(chosen) => set({ range: chosen === '30' ? '' : chosen })}
        />
        <Choice
          label={aiRequestLabels.by}
          value={groupBy}
          options={optionsOf(GROUPS)}
          onChoice={(chosen) => set({ by: chosen === 'model' ? '' : chosen })}
        />
      </div>
      <Answered query={query} what={aiRequestLabels.lookingAtStats}>
        {(stats) =>
          stats.totals.requests === 0 ? (
            <Empty title={aiRequestLabels.nothing}>{aiRequestLabels.nothingMore}</Empty>
          ) : (
            <Shown asked={asked} stats={stats} />
          )
        }
      </Answered>
    </section>
  );
};

/** Names that look like numbers would come before all others, were they taken from the object. */
const RANGES_IN_ORDER = (['24h', '7', '30', '90', 'year', 'all'] as const).map((one) => [one, RANGES[one]] as const);

interface ShownProps {
  readonly asked: Asked;
  readonly stats: AiUsageStats;
}

const Shown = ({ asked, stats }: ShownProps) => {
  const { groupBy, filters } = asked;
  const nameOf = useNames(asked.facilityId);
  const called = (key: string | null): string => {
    if (groupBy === 'source') return SOURCES[key === 'agent' ? 'agent' : 'key'];
    if (groupBy === 'model') return key ?? aiRequestLabels.none;
    return key === null ? SOURCES.agent : nameOf({ keyHash: key, deviceId: null });
  };
  const [first, second] = stats.groups;
  const only = (group: typeof first): Asked =>
    group === undefined ? asked : { ...asked, filters: { ...filters, ...narrowedTo(groupBy, group.key) } };
  // Figures over time are of all groups together: those that cost most are asked for once more, alone.
  const parts = [
    useStats(only(first), first !== undefined && second !== undefined).data,
    useStats(only(second), second !== undefined).data,
  ];
  const isDivided = second !== undefined && parts.every((part) => part !== undefined);
  const names = isDivided ? [first, second].map((group) => called(group?.key ?? null)) : [];
  const series = stats.groups.length > 2 || !isDivided ? [...names, isDivided ? REST : ALL] : names;
  return (
    <>
      <p>{aiRequestWords.total(stats.totals.costMicros, stats.totals.requests)}</p>
      <Chart
        title={stats.bucketSeconds < A_DAY ? aiRequestLabels.chartOfADay : aiRequestLabels.chart}
        column={aiRequestLabels.from}
        number={aiWords.money}
        series={series.map((name, place) => ({ name, tone: name === REST ? 'plain' : (TONES[place] ?? 'plain') }))}
        rows={costColumns(stats, isDivided ? parts : [], series.length).map(({ at, values }) => ({
          ...{ key: at, values },
          label: stats.bucketSeconds < A_DAY ? utcTime.clock(Date.parse(at)) : utcTime.dayOf(Date.parse(at)),
        }))}
      />
      <FiguresTable
        title={aiRequestLabels.cost}
        columns={[
          ...[GROUPS[groupBy], aiRequestLabels.costs, aiRequestLabels.requests, aiRequestLabels.failed],
          ...[aiRequestLabels.tokensIn, aiRequestLabels.tokensOut, aiRequestLabels.mean, aiRequestLabels.firstToken],
        ]}
        rows={stats.groups.map((one) => ({
          key: one.key ?? '',
          name: called(one.key),
          cells: [
            aiWords.exactly(one.costMicros),
            ...[one.requests, one.failed, one.tokensIn, one.tokensOut].map(aiWords.number),
            ...[one.meanMs, one.meanFirstTokenMs].map(aiRequestWords.ms),
          ],
        }))}
      />
    </>
  );
};

const { allTogether: ALL, rest: REST } = aiRequestLabels;
const TONES = ['calm', 'held'] as const;
