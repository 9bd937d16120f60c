import { useState } from 'preact/hooks';
import { Answered } from '../../kit/answered.tsx';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { Empty } from '../../kit/states.tsx';
import { navigationLabels } from '../../words/navigation-en.ts';
import { warningWords } from '../../words/warnings-en.ts';
import { AlarmInbox } from '../alarms/alarm-inbox.tsx';
import { alarmsTopic } from '../alarms/alarms-topic.ts';
import { useConsole, useLive, useQuery } from '../console.ts';
import { type AtFacility, FacilityFrame } from '../frame/facility-frame.tsx';
import { holdsAt } from '../session/rights.ts';
import { OneWarning } from './one-warning.tsx';
import { UnmappedZones } from './unmapped-zones.tsx';

const A_PAGE = 25;
const MOST = 200;
const EVERY_MS = 10_000;
const STATES = ['open', 'closed', 'all'] as const;

/** What staff should look at, and where the cause is a missing mapping, the form that takes it away. */
export const WarningsPage = ({ facilityId }: { readonly facilityId: string }) => (
  <FacilityFrame facilityId={facilityId} here="warnings" title={navigationLabels.warnings}>
    {(at) => <Warnings at={at} />}
  </FacilityFrame>
);

const Warnings = ({ at }: { readonly at: AtFacility }) => {
  const { ask, state: session } = useConsole();
  const { values, set } = useFilters();
  const [limit, setLimit] = useState(A_PAGE);
  const { facilityId, organisationId } = at.facility;
  const now = session.value;
  const manages = 'session' in now && holdsAt(now.session.roles, 'facility-manager', { facilityId, organisationId });
  const state = STATES.find((known) => known === values.state) ?? 'open';
  const alarms = useLive(alarmsTopic(useConsole(), facilityId));
  const shownAbove = new Set(alarms.picture?.data.map(({ warningId }) => warningId));
  const query = useQuery({
    queryKey: ['warnings', facilityId, state, limit],
    queryFn: ({ signal }) =>
      ask(
        'GET /api/access-control/{facilityId}/warnings',
        { path: { facilityId }, query: { state, limit } },
        { signal },
      ),
    refetchInterval: EVERY_MS,
  });
  return (
    <section class="warnings" aria-labelledby="warnings-title">
      <div class="section-head">
        <h1 id="warnings-title" tabIndex={-1}>
          {navigationLabels.warnings}
        </h1>
        <Choice
          label={warningWords.which}
          value={state}
          options={STATES.map((known) => [known, warningWords.states[known]])}
          onChoice={(chosen) => set({ state: chosen === 'open' ? '' : chosen })}
        />
      </div>
      {state === 'open' && <AlarmInbox at={at} manages={manages} news={alarms} />}
      {state === 'open' && <h2>{warningWords.others}</h2>}
      <Answered query={query} what={warningWords.looking}>
        {({ data: all, next }) => {
          const data = state === 'open' ? all.filter(({ warningId }) => !shownAbove.has(warningId)) : all;
          return (
            <>
              {data.length === 0 && <NoWarnings areOpen={state === 'open'} />}
              <ul class="warning-list">
                {data.map((warning) => (
                  <OneWarning key={warning.warningId} at={at} warning={warning} manages={manages} />
                ))}
              </ul>
              {next !== null && limit < MOST && (
                <button type="button" onClick={() => setLimit(Math.min(MOST, limit + A_PAGE))}>
                  {warningWords.older}
                </button>
              )}
            </>
          );
        }}
      </Answered>
      {state !== 'closed' && <UnmappedZones facilityId={facilityId} manages={manages} />}
    </section>
  );
};

const NoWarnings = ({ areOpen }: { readonly areOpen: boolean }) => (
  <Empty title={areOpen ? warningWords.none : warningWords.noneClosed}>
    {areOpen ? warningWords.noneMore : warningWords.noneClosedMore}
  </Empty>
);
