import { useState } from 'preact/hooks';
import type { DoorEvent, DoorState } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { Empty } from '../../kit/states.tsx';
import { boundsOf } from '../../kit/time-range.ts';
import { TimeRange } from '../../kit/time-range-fields.tsx';
import { doorLabels } from '../../words/doors-en.ts';
import { EVENT_GROUPS, type EventGroup, eventsWords } from '../../words/event-groups-en.ts';
import { lockdownLabels } from '../../words/lockdown-en.ts';
import { navigationLabels } from '../../words/navigation-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { type AtFacility, FacilityFrame } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { EventRow } from './event-row.tsx';

const A_PAGE = 50;
const MOST = 200;
const EVERY_MS = 5_000;
const LASTS = ['1h', '24h', '7d', '30d'] as const;

/** What happened at the doors of a facility, in words: narrowed by door, by what it was, by whom and by time. */
export const EventsPage = ({ facilityId }: { readonly facilityId: string }) => (
  <FacilityFrame facilityId={facilityId} here="events" title={navigationLabels.events}>
    {(at) => <Events at={at} />}
  </FacilityFrame>
);

const Events = ({ at }: { readonly at: AtFacility }) => {
  const { ask } = useConsole();
  const { facilityId } = at.facility;
  const doors = useQuery({
    queryKey: ['doors-by-name', facilityId],
    queryFn: async ({ signal }) =>
      (await ask('GET /api/access-control/{facilityId}/door-states', { path: { facilityId } }, { signal })).data,
    staleTime: 60_000,
  });
  return (
    <section class="stack" aria-labelledby="events-title">
      <h1 id="events-title" tabIndex={-1}>
        {navigationLabels.events}
      </h1>
      <Narrowed at={at} doors={doors.data ?? []} />
      <Found at={at} doors={doors.data ?? []} />
    </section>
  );
};

interface WithDoors {
  readonly at: AtFacility;
  readonly doors: readonly DoorState[];
}

const groupOf = (text: string | undefined): EventGroup | undefined =>
  (Object.keys(EVENT_GROUPS) as EventGroup[]).find((group) => group === text);

const Narrowed = ({ at, doors }: WithDoors) => {
  const { values, set } = useFilters();
  return (
    <div class="filters">
      <Choice
        label={eventsWords.door}
        value={values.door ?? ''}
        options={[['', eventsWords.allDoors], ...doors.map(({ doorId, name }) => [doorId, name] as const)]}
        onChoice={(door) => set({ door })}
      />
      <Choice
        label={eventsWords.what}
        value={groupOf(values.what) ?? ''}
        options={[
          ['', eventsWords.everything],
          ...(Object.keys(EVENT_GROUPS) as EventGroup[]).map((group) => [group, eventsWords.groups[group]] as const),
        ]}
        onChoice={(what) => set({ what })}
      />
      <TimeRange values={values} set={set} time={at.time} lasts={LASTS} />
      {values.member !== undefined && (
        <button type="button" onClick={() => set({ member: '', partner: '' })}>
          {eventsWords.ofEverybody}
        </button>
      )}
    </div>
  );
};

const Found = ({ at, doors }: WithDoors) => {
  const { ask, serverNow } = useConsole();
  const { values } = useFilters();
  const [limit, setLimit] = useState(A_PAGE);
  const { facilityId } = at.facility;
  const { door, what, partner, member, last, from, to } = values;
  const group = groupOf(what);
  const query = useQuery({
    queryKey: ['events', facilityId, { door, group, partner, member, last, from, to }, limit],
    queryFn: ({ signal }) => {
      const bounds = boundsOf({ last, from, to }, serverNow());
      const narrowed = {
        ...bounds,
        limit,
        ...(door !== undefined && { doorId: door }),
        ...(group !== undefined && { kind: EVENT_GROUPS[group].join(',') }),
        ...(partner !== undefined && member !== undefined && { partnerId: partner, memberId: member }),
      };
      return ask('GET /api/access-control/{facilityId}/events', { path: { facilityId }, query: narrowed }, { signal });
    },
    // What is over does not change any more, but for a box that tells late.
    ...(to === undefined && { refetchInterval: EVERY_MS }),
    placeholderData: (before) => before,
  });
  return (
    <Answered query={query} what={doorLabels.lookingAtEvents}>
      {({ data, next }) => (
        <div class="panel" aria-busy={query.isPlaceholderData}>
          {data.length === 0 && <Empty title={eventsWords.none}>{eventsWords.noneMore}</Empty>}
          <ol class="events wide">
            {data.map((event) => (
              <EventRow key={event.eventId} event={event} when={at.time.exactly(Date.parse(event.at))}>
                <Whereabouts at={at} doors={doors} event={event} />
              </EventRow>
            ))}
          </ol>
          {next !== null && limit < MOST && (
            <button type="button" onClick={() => setLimit(Math.min(MOST, limit + A_PAGE))}>
              {doorLabels.older}
            </button>
          )}
          {next !== null && limit >= MOST && <p class="quiet">{eventsWords.most(MOST)}</p>}
        </div>
      )}
    </Answered>
  );
};

/** The door, and whoever stood at it: each is one step away. */
const Whereabouts = ({ at, doors, event }: WithDoors & { readonly event: DoorEvent }) => {
  const { facilityId } = at.facility;
  const [member] = event.who?.members ?? [];
  const door = doors.find(({ doorId }) => doorId === event.doorId);
  return (
    <span class="whereabouts">
      {event.doorId !== undefined && (
        <a href={addressOf('door', { facilityId, doorId: event.doorId })}>
          <bdi>{door?.name ?? lockdownLabels.removedDoor}</bdi>
        </a>
      )}
      {member !== undefined && <a href={addressOf('member', { facilityId, ...member })}>{eventsWords.toMember}</a>}
      {!event.clockTrusted && <span class="quiet small">{doorLabels.doubtfulClock}</span>}
    </span>
  );
};
