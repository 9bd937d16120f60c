import type { Person } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { loadedPart } from '../../kit/loaded-part.tsx';
import { peopleWords } from '../../words/people-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { type AtFacility, FacilityFrame } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { CardsPanel } from './cards.tsx';
import { GrantsPanel } from './grants.tsx';
import { PersonMembers } from './person-members.tsx';
import { useSentName } from './sent-name.ts';
import { StandingPanel } from './standing.tsx';

const AccessCalendar = loadedPart(() =>
  import('../calendar/access-calendar.tsx').then(({ AccessCalendar }) => AccessCalendar),
);

interface PersonPageProps {
  readonly facilityId: string;
  readonly personId: string;
}

/** Somebody as the staff of a gym know them, with all their memberships or with none. */
export const PersonPage = ({ facilityId, personId }: PersonPageProps) => (
  <FacilityFrame facilityId={facilityId} here="members" title={peopleWords.one}>
    {(at) => <WithPerson key={personId} at={at} personId={personId} />}
  </FacilityFrame>
);

const WithPerson = ({ at, personId }: { readonly at: AtFacility; readonly personId: string }) => {
  const { ask } = useConsole();
  const path = { facilityId: at.facility.facilityId, personId };
  const query = useQuery({
    queryKey: ['person', path],
    queryFn: ({ signal }) => ask('GET /api/access-control/{facilityId}/people/{personId}', { path }, { signal }),
  });
  return (
    <Answered query={query} what={peopleWords.lookingAtOne}>
      {(person) => <OnePerson at={at} person={person} />}
    </Answered>
  );
};

const OnePerson = ({ at, person }: { readonly at: AtFacility; readonly person: Person }) => {
  const { personId, members } = person;
  const sent = useSentName(at.facility.facilityId, members[0]).data;
  const name = sent ?? (members.map(({ memberId }) => memberId).join(', ') || peopleWords.one);
  const subject = { whose: { personId }, person, name };
  return (
    <article class="stack" aria-labelledby="person-title">
      <div class="section-head">
        <h1 id="person-title" tabIndex={-1}>
          <bdi>{name}</bdi>
        </h1>
        <a href={addressOf('people', { facilityId: at.facility.facilityId })}>{peopleWords.toPeople}</a>
      </div>
      <div class="columns">
        <PersonMembers at={at} person={person} />
        <StandingPanel at={at} subject={subject} />
      </div>
      <div class="columns">
        <CardsPanel at={at} subject={subject} />
        <GrantsPanel at={at} subject={subject} />
      </div>
      <AccessCalendar at={at} whose={subject.whose} />
    </article>
  );
};
