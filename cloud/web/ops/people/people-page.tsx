import { useLocation } from 'preact-iso/router';
import type { Person } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { peopleWords } from '../../words/people-en.ts';
import { useConsole } from '../console.ts';
import { type AtFacility, FacilityFrame, useManages } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { MemberNumberForm } from './member-number-form.tsx';
import { nameOfPartner, type Sources, useSources } from './sources.ts';

const A_PAGE = 50;
const FLAGS = ['banned', 'disabled', 'blockAllAccess', 'extendedHold'] as const;
type Flag = (typeof FLAGS)[number];

/** Everybody of whom staff have had something to say, and those whom no partner has sent yet. */
export const PeoplePage = ({ facilityId }: { readonly facilityId: string }) => (
  <FacilityFrame facilityId={facilityId} here="members" title={peopleWords.title}>
    {(at) => <People at={at} />}
  </FacilityFrame>
);

const People = ({ at }: { readonly at: AtFacility }) => {
  const { facilityId } = at.facility;
  const { ask } = useConsole();
  const { values, set } = useFilters();
  const sources = useSources(facilityId);
  const manages = useManages(at);
  const flag = FLAGS.find((known) => known === values.flag);
  return (
    <section class="stack" aria-labelledby="people-title">
      <div>
        <h1 id="people-title" tabIndex={-1}>
          {peopleWords.title}
        </h1>
        <p class="quiet">{peopleWords.more}</p>
      </div>
      <div class="filters">
        <Choice
          label={peopleWords.which}
          value={flag ?? ''}
          options={[['', peopleWords.flags.all], ...FLAGS.map((some) => [some, peopleWords.flags[some]] as const)]}
          onChoice={(chosen) => set({ flag: chosen })}
        />
      </div>
      <Answered query={sources} what={peopleWords.looking}>
        {(known) => (
          <>
            {manages && (
              <Disclosed summary={peopleWords.add}>
                <AddPerson facilityId={facilityId} sources={known} />
              </Disclosed>
            )}
            <Pages
              of={['people', facilityId, flag]}
              read={(after, signal) => {
                const query = { limit: A_PAGE, ...(flag && { flag }), ...(after !== undefined && { after }) };
                return ask('GET /api/access-control/{facilityId}/people', { path: { facilityId }, query }, { signal });
              }}
              what={peopleWords.looking}
              empty={<NobodySo flag={flag} />}
            >
              {(people) => (
                <ul class="members lines">
                  {people.map((person) => (
                    <PersonRow key={person.personId} facilityId={facilityId} person={person} sources={known} />
                  ))}
                </ul>
              )}
            </Pages>
          </>
        )}
      </Answered>
    </section>
  );
};

const NobodySo = ({ flag }: { readonly flag: Flag | undefined }) =>
  flag === undefined ? (
    <Empty title={peopleWords.none}>{peopleWords.noneMore}</Empty>
  ) : (
    <Empty title={peopleWords.noneSo}>{peopleWords.noneSoMore}</Empty>
  );

const AddPerson = ({ facilityId, sources }: { readonly facilityId: string; readonly sources: Sources }) => {
  const { ask, announcer } = useConsole();
  const { route } = useLocation();
  const { busy, error, run } = useAttempt();
  return (
    <MemberNumberForm
      sources={sources}
      submit={peopleWords.addIt}
      more={peopleWords.addMore}
      busy={busy}
      error={error}
      onMember={(body) =>
        void run(async () => {
          const { personId } = await ask('POST /api/access-control/{facilityId}/people', {
            path: { facilityId },
            body,
          });
          announcer.say(peopleWords.added);
          route(addressOf('person', { facilityId, personId }));
        })
      }
    />
  );
};

interface PersonRowProps {
  readonly facilityId: string;
  readonly person: Person;
  readonly sources: Sources;
}

const PersonRow = ({ facilityId, person, sources }: PersonRowProps) => {
  const ago = useAgo();
  const names = person.members.map(({ partnerId, memberId }) =>
    peopleWords.member(memberId, nameOfPartner(sources, partnerId)),
  );
  return (
    <li>
      <a href={addressOf('person', { facilityId, personId: person.personId })}>
        <bdi>{names.join(', ') || peopleWords.noMember}</bdi>
      </a>
      <bdi class="quiet small">{peopleWords.changed(person, ago(person.changedAt))}</bdi>
      <span class="facts">
        {FLAGS.filter((flag) => person[flag]).map((flag) => (
          <span key={flag} class="fact" data-tone={flag === 'extendedHold' ? 'calm' : 'alarm'}>
            {peopleWords.flags[flag]}
          </span>
        ))}
      </span>
    </li>
  );
};
