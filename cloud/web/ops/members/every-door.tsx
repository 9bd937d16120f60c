import type { ExplainedDoor, WholeMember } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import type { FacilityTime } from '../../kit/facility-time.ts';
import { Empty } from '../../kit/states.tsx';
import { words } from '../../words/en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { useExplained } from './explained.ts';

/** Where a member would get in now, door by door. */
export const EveryDoor = ({ at, member }: { readonly at: AtFacility; readonly member: WholeMember }) => {
  const query = useExplained(at.facility.facilityId, member);
  return (
    <section class="panel" aria-labelledby="every-title">
      <h2 id="every-title">At every door now</h2>
      <Answered query={query} what="every door">
        {(data) =>
          data.doors.length === 0 ? (
            <Empty title="No doors yet" />
          ) : (
            <table class="grid">
              <thead>
                <tr>
                  <th scope="col">Door</th>
                  <th scope="col">Now</th>
                  <th scope="col">Next</th>
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
      <td data-tone={allowed ? 'good' : 'alarm'}>{allowed ? '✓ Gets in' : `✕ ${words.refused(reason)}`}</td>
      <td class="figures quiet">
        {next !== undefined && `${allowed ? 'until' : 'from'} ${time.near(Date.parse(next), serverNow())}`}
      </td>
    </tr>
  );
};
