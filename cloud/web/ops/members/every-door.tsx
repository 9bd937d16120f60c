import type { ExplainedDoor, WholeMember } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import type { FacilityTime } from '../../kit/facility-time.ts';
import { Empty } from '../../kit/states.tsx';
import { words } from '../../words/en.ts';
import { labels } from '../../words/labels-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { useExplained } from './explained.ts';

/** Where a member would get in now, door by door. */
export const EveryDoor = ({ at, member }: { readonly at: AtFacility; readonly member: WholeMember }) => {
  const query = useExplained(at.facility.facilityId, member);
  return (
    <section class="panel" aria-labelledby="every-title">
      <h2 id="every-title">{labels.members.everyDoor}</h2>
      <Answered query={query} what={labels.members.lookingAtEveryDoor}>
        {(data) =>
          data.doors.length === 0 ? (
            <Empty title={labels.doors.none} />
          ) : (
            <table class="grid">
              <thead>
                <tr>
                  <th scope="col">{labels.members.door}</th>
                  <th scope="col">{labels.members.now}</th>
                  <th scope="col">{labels.members.next}</th>
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
      <td data-tone={allowed ? 'good' : 'alarm'}>{allowed ? labels.members.getsIn : `✕ ${words.refused(reason)}`}</td>
      <td class="figures quiet">
        {next !== undefined && words.untilOrFrom(allowed, time.near(Date.parse(next), serverNow()))}
      </td>
    </tr>
  );
};
