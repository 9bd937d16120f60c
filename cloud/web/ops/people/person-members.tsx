import type { Person } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { peopleWords } from '../../words/people-en.ts';
import { useConsole } from '../console.ts';
import { type AtFacility, useManages } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { MemberNumberForm } from './member-number-form.tsx';
import { useSentName } from './sent-name.ts';
import { nameOfPartner, type Sources, useSources } from './sources.ts';
import { useSubject } from './subject.ts';

interface PersonMembersProps {
  readonly at: AtFacility;
  readonly person: Person;
}

/** Which members somebody is, of whichever partners: joined where two are one person, and taken apart again. */
export const PersonMembers = ({ at, person }: PersonMembersProps) => {
  const sources = useSources(at.facility.facilityId);
  const manages = useManages(at);
  return (
    <section class="panel stack" aria-labelledby="person-members-title">
      <div>
        <h2 id="person-members-title">{peopleWords.members}</h2>
        <p class="quiet small">{peopleWords.membersMore}</p>
      </div>
      <Answered query={sources} what={peopleWords.lookingAtOne}>
        {(known) => (
          <>
            {person.members.length === 0 && <Empty title={peopleWords.noMember} />}
            <ul class="owned">
              {person.members.map((member) => (
                <OneMember
                  key={`${member.partnerId}/${member.memberId}`}
                  at={at}
                  person={person}
                  member={member}
                  sources={known}
                />
              ))}
            </ul>
            {manages && (
              <Disclosed summary={peopleWords.link}>
                <LinkMember at={at} person={person} sources={known} />
              </Disclosed>
            )}
          </>
        )}
      </Answered>
    </section>
  );
};

interface OneMemberProps extends PersonMembersProps {
  readonly member: Person['members'][number];
  readonly sources: Sources;
}

const OneMember = ({ at, person, member, sources }: OneMemberProps) => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const manages = useManages(at);
  const { facilityId } = at.facility;
  const { personId } = person;
  const { changed } = useSubject({ at, subject: { whose: { personId }, person, name: '' } });
  const number = peopleWords.member(member.memberId, nameOfPartner(sources, member.partnerId));
  const name = useSentName(facilityId, member).data;
  const unlink = () =>
    run(async () => {
      const path = { facilityId, personId, ...member };
      await ask('DELETE /api/access-control/{facilityId}/people/{personId}/members/{partnerId}/{memberId}', { path });
      announcer.say(peopleWords.saved);
      await changed();
    });
  return (
    <li>
      <div>
        <p class="owned-name">
          {name ? (
            <a href={addressOf('member', { facilityId, ...member })}>
              <bdi>{name}</bdi>
            </a>
          ) : (
            <bdi>{number}</bdi>
          )}
        </p>
        <p class="quiet small">
          <bdi>{name ? number : name === null && peopleWords.notSent}</bdi>
        </p>
      </div>
      {manages && (
        <ConfirmButton
          label={peopleWords.unlink(name ?? number)}
          more={peopleWords.unlinkMore}
          busy={busy}
          onConfirmed={() => void unlink()}
        />
      )}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};

const LinkMember = ({ at, person, sources }: PersonMembersProps & { readonly sources: Sources }) => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const { personId } = person;
  const { changed } = useSubject({ at, subject: { whose: { personId }, person, name: '' } });
  return (
    <MemberNumberForm
      sources={sources}
      submit={peopleWords.linkIt}
      busy={busy}
      error={error}
      onMember={(body) =>
        void run(async () => {
          const path = { facilityId: at.facility.facilityId, personId };
          const options = { idempotencyKey: crypto.randomUUID() };
          await ask('POST /api/access-control/{facilityId}/people/{personId}/members', { path, body }, options);
          announcer.say(peopleWords.linked);
          await changed();
        })
      }
    />
  );
};
