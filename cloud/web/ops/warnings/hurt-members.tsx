import { Answered } from '../../kit/answered.tsx';
import { Empty } from '../../kit/states.tsx';
import { warningWords } from '../../words/warnings-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { nameOf } from '../members/member-name.ts';
import { addressOf } from '../routes.ts';

const SHOWN = 50;

/** Who does not get in because of a warning: one step away from each of them. */
export const HurtMembers = ({ facilityId, warningId }: { readonly facilityId: string; readonly warningId: string }) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['warnings', facilityId, warningId, 'members'],
    queryFn: ({ signal }) =>
      ask(
        'GET /api/access-control/{facilityId}/warnings/{warningId}/members',
        { path: { facilityId, warningId }, query: { limit: SHOWN } },
        { signal },
      ),
  });
  return (
    <Answered query={query} what={warningWords.lookingAtMembers}>
      {({ data, next }) =>
        data.length === 0 ? (
          <Empty title={warningWords.nobody} />
        ) : (
          <ul class="hurt">
            {data.map((member) => (
              <li key={`${member.partnerId}/${member.memberId}`}>
                <a href={addressOf('member', { facilityId, partnerId: member.partnerId, memberId: member.memberId })}>
                  <bdi>{nameOf(member)}</bdi>
                </a>
              </li>
            ))}
            {next !== null && <li class="quiet">{warningWords.andMore}</li>}
          </ul>
        )
      }
    </Answered>
  );
};
