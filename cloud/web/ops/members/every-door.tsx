import type { ExplainedDoor, WholeMember } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import type { FacilityTime } from '../../kit/facility-time.ts';
import { Empty } from '../../kit/states.tsx';
import { doorLabels } from '../../words/doors-en.ts';
import { memberLabels, memberWords } from '../../words/members-en.ts';
import { refusalWords } from '../../words/refusals-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { useExplained } from './explained.ts';

/** Where a member would get in now, door by door. */
export const EveryDoor = ({ at, member }: { readonly at: AtFacility; readonly member: WholeMember }) => {
  const query = useExplained(at.facility.facilityId, member);
  return (
    <section class="panel" aria-labelledby="every-title">
      <h2 id="every-title">{memberLabels.everyDoor}</h2>
      <Answered query={query} what={memberLabels.lookingAtEveryDoor}>
        {(data) =>
          data.doors.length === 0 ? (
            <Empty title={doorLabels.none} />
          ) : (
            <table class="grid">
              <thead>
                <tr>
                  <th scope="col">{memberLabels.door}</th>
                  <th scope="col">{memberLabels.now}</th>
                  <th scope="col">{memberLabels.next}</th>
                </tr>
              </thead>
              <tbody>
                {data.doors.map((door) => (
                  <DoorRow key={door.doorId} door={door} time={at.time} />
                ))}
              </tbody>
            </table>
          )
        }
      </Answered>
    </section>
  );
};

const DoorRow = ({ door, time }: { readonly door: ExplainedDoor; readonly time: FacilityTime }) => {
  const { serverNow } = useConsole();
  const { name, allowed, reason, nextChange, nextOpen } = door;
  const next = allowed ? nextChange : nextOpen;
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td data-tone={allowed ? 'good' : 'alarm'}>
        {allowed ? memberLabels.getsIn : `✕ ${refusalWords.refused(reason)}`}
      </td>
      <td class="figures quiet">
        {next !== undefined && memberWords.untilOrFrom(allowed, time.near(Date.parse(next), serverNow()))}
      </td>
    </tr>
  );
};
