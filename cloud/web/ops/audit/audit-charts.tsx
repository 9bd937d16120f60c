import { Answered } from '../../kit/answered.tsx';
import { Chart } from '../../kit/chart.tsx';
import { utcTime } from '../../kit/facility-time.ts';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { auditWords } from '../../words/audit-en.ts';
import { chartWords } from '../../words/charts-en.ts';
import { useConsole, useQuery } from '../console.ts';

const WINDOWS = ['1h', '12h', '24h', '7d', '14d'] as const;
type Window = (typeof WINDOWS)[number];
const DAYS: readonly Window[] = ['7d', '14d'];
const BUSIEST = 10;

/** How much was asked of the platform over time, and of what the most. */
export const AuditCharts = () => {
  const { values, set } = useFilters();
  const timeWindow = WINDOWS.find((known) => known === values.window) ?? '24h';
  return (
    <section class="panel stack" aria-labelledby="charts-title">
      <div class="section-head">
        <h2 id="charts-title">{auditWords.charts}</h2>
        <Choice
          label={auditWords.back}
          value={timeWindow}
          options={WINDOWS.map((known) => [known, auditWords.windows[known]])}
          onChoice={(window) => set({ window })}
        />
      </div>
      <p class="quiet">{auditWords.chartsMore}</p>
      <OverTime timeWindow={timeWindow} />
      <Busiest timeWindow={timeWindow} />
    </section>
  );
};

const OverTime = ({ timeWindow }: { readonly timeWindow: Window }) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['audit', 'series', timeWindow],
    queryFn: ({ signal }) => ask('GET /api/admin/audit-logs/timeseries', { query: { timeWindow } }, { signal }),
  });
  return (
    <Answered query={query} what={auditWords.lookingAtCounts}>
      {({ blocks }) => (
        <Chart
          title={auditWords.requests}
          column={auditWords.block}
          series={[
            { name: auditWords.series.succeeded, tone: 'calm' },
            { name: auditWords.series.refused, tone: 'held' },
            { name: auditWords.series.failed, tone: 'alarm' },
          ]}
          rows={blocks.map(({ at, succeeded, refused, failed }) => ({
            key: at,
            label: DAYS.includes(timeWindow) ? utcTime.dayOf(Date.parse(at)) : utcTime.clock(Date.parse(at)),
            values: [succeeded, refused, failed],
          }))}
        />
      )}
    </Answered>
  );
};

const Busiest = ({ timeWindow }: { readonly timeWindow: Window }) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['audit', 'statistics', timeWindow],
    queryFn: ({ signal }) => ask('GET /api/admin/audit-logs/statistics-cached', { query: { timeWindow } }, { signal }),
  });
  return (
    <Answered query={query} what={auditWords.lookingAtCounts}>
      {({ endpoints }) => (
        <>
          <h3>{auditWords.busiest}</h3>
          <FiguresTable
            title={auditWords.busiest}
            columns={[
              auditWords.operation,
              auditWords.requests,
              auditWords.series.refused,
              auditWords.series.failed,
              auditWords.average,
            ]}
            rows={endpoints.slice(0, BUSIEST).map(({ endpoint, total, refused, failed, averageMs }) => ({
              key: endpoint,
              name: endpoint,
              cells: [total, refused, failed, averageMs].map(chartWords.number),
            }))}
          />
        </>
      )}
    </Answered>
  );
};
