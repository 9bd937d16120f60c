import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { WholeMember } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { loadedPart } from '../../kit/loaded-part.tsx';
import { memberLabels, memberWords } from '../../words/members-en.ts';
import { peopleWords } from '../../words/people-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { useAtDesk } from '../desk/at-desk.ts';
import { type AtFacility, FacilityFrame } from '../frame/facility-frame.tsx';
import type { Erasure } from '../people/record.tsx';
import { addressOf } from '../routes.ts';
import { AtTheDoor } from './at-the-door.tsx';
import { EveryDoor } from './every-door.tsx';
import { nameOf } from './member-name.ts';

/** What is below comes by itself: it is no reason to wait for the button that lets somebody in. */
const Given = loadedPart(() => import('./given.tsx').then(({ Given }) => Given));
const Erased = loadedPart(() => import('../people/record.tsx').then(({ Erased }) => Erased));

interface MemberPageProps {
  readonly facilityId: string;
  readonly partnerId: string;
  readonly memberId: string;
}

/** Somebody stands in the rain: why, how old that knowledge is, what fixes it, and one button. The rest comes after. */
export const MemberPage = ({ facilityId, partnerId, memberId }: MemberPageProps) => (
  <FacilityFrame facilityId={facilityId} here="members" title={memberLabels.one}>
    {(at) => <WithMember key={`${partnerId}/${memberId}`} at={at} partnerId={partnerId} memberId={memberId} />}
  </FacilityFrame>
);

const WithMember = ({ at, partnerId, memberId }: { readonly at: AtFacility } & Omit<MemberPageProps, 'facilityId'>) => {
  const { ask } = useConsole();
  const { query } = useLocation();
  const path = { facilityId: at.facility.facilityId, partnerId, memberId };
  const found = useQuery({
    queryKey: ['member', path],
    queryFn: ({ signal }) =>
      ask('GET /api/access-control/{facilityId}/members/{partnerId}/{memberId}', { path }, { signal }),
  });
  const [erasure, erased] = useState<Erasure>();
  // A desk is for who stands at the door now.
  const atDesk = useAtDesk();
  return (
    <Answered query={found} what={memberLabels.lookingAtOne}>
      {(member) =>
        erasure === undefined ? (
          <article aria-labelledby="member-title">
            <div class="section-head">
              <h1 id="member-title" tabIndex={-1}>
                <bdi>{nameOf(member)}</bdi>
              </h1>
              <Standing member={member} />
            </div>
            <div class="first-of-all">
              <AtTheDoor at={at} member={member} wanted={query.door} />
            </div>
            <div class="columns">
              <EveryDoor at={at} member={member} />
              <Details facilityId={at.facility.facilityId} member={member} />
            </div>
            {!atDesk && <Given at={at} member={member} onErased={erased} />}
          </article>
        ) : (
          <Erased at={at} name={nameOf(member)} erasure={erasure} />
        )
      }
    </Answered>
  );
};

const Standing = ({ member: { membershipStatus, person } }: { readonly member: WholeMember }) => (
  <p class="facts">
    {person?.banned === true && (
      <span class="fact" data-tone="alarm">
        {memberWords.banned(person.reason)}
      </span>
    )}
    {person?.disabled === true && (
      <span class="fact" data-tone="alarm">
        {memberLabels.disabled}
      </span>
    )}
    {person?.blockAllAccess === true && (
      <span class="fact" data-tone="alarm">
        {memberLabels.blocked}
      </span>
    )}
    {membershipStatus !== null && <bdi class="fact">{membershipStatus}</bdi>}
  </p>
);

const Details = ({ facilityId, member }: { readonly facilityId: string; readonly member: WholeMember }) => (
  <section class="panel" aria-labelledby="details-title">
    <h2 id="details-title">{memberLabels.details}</h2>
    <dl class="rows">
      <dt>{memberLabels.number}</dt>
      <dd>
        <bdi>{member.memberId}</bdi>
      </dd>
      <dt>{memberLabels.email}</dt>
      <dd>
        <bdi>{member.email ?? memberLabels.notKnown}</bdi>
      </dd>
      <dt>{memberLabels.phone}</dt>
      <dd>
        <bdi>{member.mobilePhone ?? memberLabels.notKnown}</bdi>
      </dd>
      <dt>{memberLabels.plans}</dt>
      <dd>
        {member.plans.length === 0
          ? memberLabels.noPlans
          : member.plans.map(({ planId, name, endDate, isCurrent }) => (
              <span key={planId} class="line">
                <bdi>{name ?? planId}</bdi>
                {memberWords.planStanding(isCurrent, endDate)}
              </span>
            ))}
      </dd>
      <dt>{memberLabels.grants}</dt>
      <dd>{memberWords.grantsByStaff(member.grants.length)}</dd>
    </dl>
    <p>
      <a
        href={`${addressOf('events', { facilityId })}?${new URLSearchParams({ partner: member.partnerId, member: member.memberId })}`}
      >
        {memberLabels.events}
      </a>
    </p>
    {member.person !== null && (
      <p>
        <a href={addressOf('person', { facilityId, personId: member.person.personId })}>{peopleWords.toPerson}</a>
      </p>
    )}
  </section>
);
