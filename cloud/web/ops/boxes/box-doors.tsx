import type { DoorControllerConfiguration } from '../../client/platform-api.gen.ts';
import { Staleness, useIsOld } from '../../kit/ages.tsx';
import { LockVerdict } from '../../kit/door-picture.tsx';
import { Empty } from '../../kit/states.tsx';
import { boxLabels } from '../../words/boxes-en.ts';
import { words } from '../../words/en.ts';
import { useConsole, useLive } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { doorsTopic } from '../topics.ts';

interface BoxDoorsProps {
  readonly at: AtFacility;
  readonly box: DoorControllerConfiguration;
}

/** The doors that the box drives, as it reports them. */
export const BoxDoors = ({ at, box: { desired } }: BoxDoorsProps) => {
  const { facilityId } = at.facility;
  const news = useLive(doorsTopic(useConsole(), facilityId));
  const old = useIsOld(news);
  const stateOf = (doorId: string) => news.picture?.data.find((door) => door.doorId === doorId);
  return (
    <section class="panel" aria-labelledby="box-doors-title">
      <h2 id="box-doors-title">{boxLabels.doors}</h2>
      <Staleness news={news} />
      {desired.doors.length === 0 && <Empty title={boxLabels.noDoors}>{boxLabels.noDoorsMore}</Empty>}
      <ul class="owned">
        {desired.doors.map(({ doorId, name }) => {
          const state = stateOf(doorId);
          return (
            <li key={doorId}>
              <div>
                <p class="owned-name">
                  <a href={addressOf('door', { facilityId, doorId })}>
                    <bdi>{name}</bdi>
                  </a>
                </p>
                {state !== undefined && <p class="quiet small">{words.evidence(state.evidence)}</p>}
              </div>
              {state !== undefined &&
                (state.presence === 'online' ? (
                  <LockVerdict lock={state.lock} old={old} />
                ) : (
                  <span class="why">{words.presence(state.presence)}</span>
                ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
};
