import type { WholeMember } from '../../client/platform-api.gen.ts';
import { AccessCalendar } from '../calendar/access-calendar.tsx';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { CardsPanel } from '../people/cards.tsx';
import { GrantsPanel } from '../people/grants.tsx';
import { type Erasure, RecordPanel } from '../people/record.tsx';
import { StandingPanel } from '../people/standing.tsx';
import { nameOf } from './member-name.ts';

interface GivenProps {
  readonly at: AtFacility;
  readonly member: WholeMember;
  readonly onErased: (erasure: Erasure) => void;
}

/** What staff give a member and say of them, and when doors open of all that. */
export const Given = ({ at, member, onErased }: GivenProps) => {
  const { partnerId, memberId, person } = member;
  const whose = { partnerId, memberId };
  const subject = { whose, person, name: nameOf(member) };
  return (
    <>
      <div class="columns">
        <CardsPanel at={at} subject={subject} />
        <GrantsPanel at={at} subject={subject} />
      </div>
      <div class="columns">
        <StandingPanel at={at} subject={subject} />
        <RecordPanel at={at} member={whose} name={subject.name} onErased={onErased} />
      </div>
      <AccessCalendar at={at} whose={whose} />
    </>
  );
};
