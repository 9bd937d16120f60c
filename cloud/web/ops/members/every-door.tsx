import type { WholeMember } from '../../client/platform-api.gen.ts';
import { Empty, Failed, Loading } from '../../kit/states.tsx';
import { words } from '../../words/en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { useExplained } from './explained.ts';

/** Where a member would get in now, door by door. */
export const EveryDoor = ({ at, member }: { readonly at: AtFacility; readonly member: WholeMember }) => {
  const { serverNow } = useConsole();
  const { data, error, refetch } = useExplained(at.facility.facilityId, member);
  return (
    <section class="panel" aria-labelledby="every-title">
      <h2 id="every-title">At every door now</h2>
      {data === undefined ? (
        error === null ? (
          <Loading what="every door" />
        ) : (
          <Failed error={error} again={() => void refetch()} />
        )
      ) : data.doors.length === 0 ? (
        <Empty title="No doors yet" />
      ) : (
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">Door</th>
              <th scope="col">Now</th>
              <th scope="col">Changes</th>
            </tr>
          </thead>
          <tbody>
            {data.doors.map(({ doorId, name, allowed, reason, nextChange, nextOpen }) => {
              const next = allowed ? nextChange : nextOpen;
              return (
                <tr key={doorId}>
                  <th scope="row">
                    <bdi>{name}</bdi>
                  </th>
                  <td data-tone={allowed ? 'good' : 'alarm'}>{allowed ? '✓ Gets in' : `✕ ${words.refused(reason)}`}</td>
                  <td class="figures quiet">
                    {next === undefined ? '–' : at.time.near(Date.parse(next), serverNow())}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
};
