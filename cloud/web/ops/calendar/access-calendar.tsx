import type { AccessCalendar as Calendar } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useFilters } from '../../kit/filters.tsx';
import { Empty } from '../../kit/states.tsx';
import { WhenInView } from '../../kit/when-in-view.tsx';
import { calendarWords } from '../../words/calendar-en.ts';
import { useConsole, useLive, useQuery } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { doorsTopic } from '../topics.ts';
import { CalendarControls, shownOf } from './calendar-controls.tsx';
import { alikeOf, daysFrom, toneOf } from './calendar-geometry.ts';
import { DoorCalendar } from './door-calendar.tsx';

/** Whose calendar it is: a member of a partner, or a person whom staff know. */
export type Whose = { readonly partnerId: string; readonly memberId: string } | { readonly personId: string };

interface AccessCalendarProps {
  readonly at: AtFacility;
  readonly whose: Whose;
}

/** When doors open to somebody, and why not else. It is asked for once somebody gets there: who stands at a door waits for nothing. */
export const AccessCalendar = (props: AccessCalendarProps) => (
  <section class="panel stack calendar" aria-labelledby="calendar-title">
    <div>
      <h2 id="calendar-title">{calendarWords.title}</h2>
      <p class="quiet small">{calendarWords.more}</p>
    </div>
    <WhenInView>{() => <Shown {...props} />}</WhenInView>
  </section>
);

const useCalendar = ({ at: { facility }, whose }: AccessCalendarProps) => {
  const { ask } = useConsole();
  const { facilityId } = facility;
  const { from, days, door } = shownOf(useFilters().values);
  const query = {
    days,
    ...(from !== undefined && { from }),
    ...(door !== undefined && { doorId: door }),
  };
  return useQuery({
    queryKey: ['calendar', facilityId, whose, query],
    queryFn: ({ signal }) =>
      'personId' in whose
        ? ask(
            'GET /api/access-control/{facilityId}/people/{personId}/calendar',
            { path: { facilityId, ...whose }, query },
            { signal },
          )
        : ask(
            'GET /api/access-control/{facilityId}/members/{partnerId}/{memberId}/calendar',
            { path: { facilityId, ...whose }, query },
            { signal },
          ),
    placeholderData: (before) => before,
  });
};

const Shown = (props: AccessCalendarProps) => {
  const query = useCalendar(props);
  const console = useConsole();
  const states = useLive(doorsTopic(console, props.at.facility.facilityId)).picture?.data;
  return (
    <div class="stack">
      <CalendarControls time={props.at.time} doors={states ?? []} firstDay={query.data?.days[0]?.date} />
      <Answered query={query} what={calendarWords.looking}>
        {(calendar) => (
          <div class="stack" aria-busy={query.isPlaceholderData}>
            {calendar.more && <p class="stale">{calendarWords.cut}</p>}
            <Doors at={props.at} calendar={calendar} states={states} />
          </div>
        )}
      </Answered>
    </div>
  );
};

interface DoorsProps {
  readonly at: AtFacility;
  readonly calendar: Calendar;
  readonly states: Parameters<typeof DoorCalendar>[0]['states'];
}

const Doors = ({ at: { time }, calendar, states }: DoorsProps) => {
  const begins = calendar.doors[0]?.stretches[0]?.from;
  if (begins === undefined) return <Empty title={calendarWords.none} />;
  const days = daysFrom(calendar.days, Date.parse(begins));
  const tones = new Set(calendar.doors.flatMap(({ stretches }) => stretches.map(toneOf)));
  return (
    <>
      <ul class="legend">
        {(['opens', 'hours', 'refused'] as const)
          .filter((tone) => tones.has(tone))
          .map((tone) => (
            <li key={tone} data-stretch={tone}>
              {calendarWords.tones[tone]}
            </li>
          ))}
      </ul>
      {calendar.days.map(
        ({ date, minutes }, place) =>
          days[place]?.isOdd === true && (
            <p key={date} class="odd-day">
              {calendarWords.dayHasHours(date, minutes)}
            </p>
          ),
      )}
      {alikeOf(calendar.doors).map((doors) => (
        <DoorCalendar key={doors[0]?.doorId} doors={doors} days={days} time={time} states={states} />
      ))}
    </>
  );
};
