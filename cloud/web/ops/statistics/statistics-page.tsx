import type { AccessStatistics } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { boundsOf, lastOf } from '../../kit/time-range.ts';
import { TimeRange } from '../../kit/time-range-fields.tsx';
import { navigationLabels } from '../../words/navigation-en.ts';
import { statisticsWords } from '../../words/statistics-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { type AtFacility, FacilityFrame } from '../frame/facility-frame.tsx';
import { ByBlock, ByBox, ByDoor, ByReason } from './figures.tsx';

const LASTS = ['24h', '7d', '30d'] as const;
const OTHERWISE = '7d';

/** How much happened at the doors of a facility, how fast they opened, and how long its boxes were there. */
export const StatisticsPage = ({ facilityId }: { readonly facilityId: string }) => (
  <FacilityFrame facilityId={facilityId} here="statistics" title={navigationLabels.statistics}>
    {(at) => <Figures at={at} />}
  </FacilityFrame>
);

const Figures = ({ at }: { readonly at: AtFacility }) => {
  const { ask, serverNow } = useConsole();
  const { values, set } = useFilters();
  const { facilityId } = at.facility;
  const { last, from, to } = values;
  const usual = lastOf(values, OTHERWISE) === '24h' ? 'hour' : 'day';
  const block = values.block === 'hour' || values.block === 'day' ? values.block : usual;
  const query = useQuery({
    queryKey: ['statistics', facilityId, last, from, to, block],
    queryFn: ({ signal }) => {
      const bounds = boundsOf(values, serverNow(), OTHERWISE);
      // One of two times may be missing while somebody types: it is now, or the usual time before.
      const { from: begins = '', to: ends = '' } = { ...boundsOf({}, serverNow(), OTHERWISE), ...bounds };
      return ask(
        'GET /api/access-control/{facilityId}/statistics',
        { path: { facilityId }, query: { from: begins, to: ends, block } },
        { signal },
      );
    },
    placeholderData: (before) => before,
  });
  return (
    <section class="stack" aria-labelledby="statistics-title">
      <h1 id="statistics-title" tabIndex={-1}>
        {navigationLabels.statistics}
      </h1>
      <div class="filters">
        <TimeRange values={values} set={set} time={at.time} lasts={LASTS} otherwise={OTHERWISE} />
        <Choice
          label={statisticsWords.block}
          value={block}
          options={(['hour', 'day'] as const).map((known) => [known, statisticsWords.blocks[known]])}
          onChoice={(chosen) => set({ block: chosen === usual ? '' : chosen })}
        />
      </div>
      <Answered query={query} what={statisticsWords.looking}>
        {(figures) => (
          <>
            <Unkept at={at} figures={figures} />
            <ByBlock at={at} figures={figures} block={block} />
            <ByReason figures={figures} />
            <ByDoor figures={figures} />
            <ByBox figures={figures} />
          </>
        )}
      </Answered>
    </section>
  );
};

interface WithFigures {
  readonly at: AtFacility;
  readonly figures: AccessStatistics;
}

const Unkept = ({ at, figures: { from, unlocksFrom, entriesFrom } }: WithFigures) => {
  const { serverNow } = useConsole();
  const latest = Math.max(Date.parse(unlocksFrom), Date.parse(entriesFrom));
  if (latest <= Date.parse(from)) return null;
  return <p class="stale">{statisticsWords.unkept(at.time.near(latest, serverNow()))}</p>;
};
