import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Member } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { Empty } from '../../kit/states.tsx';
import { memberLabels, memberWords } from '../../words/members-en.ts';
import { peopleWords } from '../../words/people-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { useAtDesk } from '../desk/at-desk.ts';
import { FacilityFrame } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { nameOf } from './member-name.ts';

const SHOWN = 50;
/** Nobody is looked for at every stroke of a key. */
const TYPING = Milliseconds(200);

/** Members by name, e-mail or number: the search field above is what one types into. */
export const MembersPage = ({ facilityId }: { readonly facilityId: string }) => (
  <FacilityFrame facilityId={facilityId} here="members" title={memberLabels.title}>
    {() => <Found facilityId={facilityId} />}
  </FacilityFrame>
);

const Found = ({ facilityId }: { readonly facilityId: string }) => {
  const { ask, announcer } = useConsole();
  const { query } = useLocation();
  const search = useSettled(query.q ?? '');
  const found = useQuery({
    queryKey: ['members', facilityId, search],
    queryFn: ({ signal }) =>
      ask(
        'GET /api/access-control/{facilityId}/members',
        { path: { facilityId }, query: { limit: SHOWN, ...(search !== '' && { search }) } },
        { signal },
      ),
    placeholderData: (before) => before,
  });
  const { data, isPlaceholderData } = found;
  const isNobodysDesk = !useAtDesk();
  const count = data === undefined ? '' : memberWords.found(data.data.length, data.next !== null);
  useEffect(() => {
    if (search !== '' && count !== '' && !isPlaceholderData) announcer.say(count);
  }, [announcer, search, count, isPlaceholderData]);
  return (
    <section aria-labelledby="members-title">
      <div class="section-head">
        <h1 id="members-title" tabIndex={-1}>
          {memberLabels.title}
        </h1>
        <p class="quiet">{count}</p>
      </div>
      {isNobodysDesk && (
        <p>
          <a href={addressOf('people', { facilityId })}>{peopleWords.toPeople}</a>
        </p>
      )}
      <Answered query={found} what={memberLabels.looking}>
        {(data) =>
          data.data.length === 0 ? (
            <Empty title={search === '' ? memberLabels.none : memberLabels.notFound}>
              {search === '' ? memberLabels.noneMore : memberLabels.notFoundMore}
            </Empty>
          ) : (
            <ul class="members">
              {data.data.map((member) => (
                <MemberRow key={`${member.partnerId}/${member.memberId}`} member={member} facilityId={facilityId} />
              ))}
            </ul>
          )
        }
      </Answered>
    </section>
  );
};

const MemberRow = ({ member, facilityId }: { readonly member: Member; readonly facilityId: string }) => {
  const { partnerId, memberId, email, membershipStatus, person } = member;
  return (
    <li>
      <a href={addressOf('member', { facilityId, partnerId, memberId })}>
        <bdi>{nameOf(member)}</bdi>
      </a>
      <bdi class="quiet small">{email ?? memberId}</bdi>
      <span class="facts">
        {person?.banned === true && (
          <span class="fact" data-tone="alarm">
            {memberLabels.banned}
          </span>
        )}
        {membershipStatus !== null && <bdi class="fact">{membershipStatus}</bdi>}
      </span>
    </li>
  );
};

/** A text once nobody has typed for a moment. */
const useSettled = (text: string): string => {
  const { clock } = useConsole();
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = clock.after(TYPING, () => settle(text));
    return () => timer.cancel();
  }, [clock, text]);
  return settled;
};
