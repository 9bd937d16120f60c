import { useLocation } from 'preact-iso/router';
import type { DoorControllerConfiguration } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { Empty } from '../../kit/states.tsx';
import { boxLabels, boxWords } from '../../words/boxes-en.ts';
import { wiringLabels } from '../../words/wiring-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { type AtFacility, FacilityFrame, useVisiting } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { LastWalkTest } from '../walk-test/last-walk-test.tsx';
import { WiringStanding } from '../wiring/standing.tsx';
import { BoxDoors } from './box-doors.tsx';
import { BoxHealth } from './box-health.tsx';
import { BoxHistory } from './box-history.tsx';
import { BoxJournals } from './box-journals.tsx';
import { boxQuery } from './box-queries.ts';
import { EndBox } from './end-box.tsx';
import { MoveToGym } from './move-to-gym.tsx';

interface BoxPageProps {
  readonly facilityId: string;
  readonly boxId: string;
}

/** One box: how it does, what it enforces, what of its journal is missing, what was changed, and how it goes. */
export const BoxPage = ({ facilityId, boxId }: BoxPageProps) => (
  <FacilityFrame facilityId={facilityId} here="boxes" title={boxLabels.one}>
    {(at) => <Box key={boxId} at={at} boxId={boxId} />}
  </FacilityFrame>
);

const Box = ({ at, boxId }: { readonly at: AtFacility; readonly boxId: string }) => {
  const found = useQuery(boxQuery(useConsole(), boxId));
  const visiting = useVisiting(at.facility);
  return (
    <Answered query={found} what={boxLabels.lookingAtOne}>
      {(box) => {
        if (box.facilityId !== at.facility.facilityId) return <Elsewhere box={box} />;
        return (
          <article class="box" aria-labelledby="box-title">
            <div class="panel">
              <h1 id="box-title" tabIndex={-1}>
                <bdi>{boxWords.name(box)}</bdi>
              </h1>
              {box.status === 'decommissioned' && (
                <Empty title={boxLabels.decommissioned}>{boxLabels.decommissionedMore}</Empty>
              )}
              <Wrong box={box} />
              <BoxHealth at={at} box={box} />
              {box.status === 'active' && <WiringStanding at={at} box={box} />}
              <p>
                <a class="go-on" href={addressOf('wiring', { facilityId: box.facilityId, boxId })}>
                  {wiringLabels.toWiring}
                </a>
              </p>
            </div>
            <div class="columns">
              <BoxDoors at={at} box={box} />
              {box.status === 'active' && <LastWalkTest at={at} box={box} />}
              {!visiting && <BoxJournals at={at} boxId={boxId} />}
              <BoxHistory at={at} box={box} />
              {box.status === 'active' && !visiting && <Ends box={box} />}
            </div>
          </article>
        );
      }}
    </Answered>
  );
};

interface OfBox {
  readonly box: DoorControllerConfiguration;
}

const Elsewhere = ({ box }: OfBox) => (
  <section class="panel">
    <h1 tabIndex={-1}>{boxLabels.elsewhere}</h1>
    <p>
      {boxLabels.elsewhereMore}{' '}
      <a href={addressOf('box', { facilityId: box.facilityId, boxId: box.uuid })}>
        <bdi>{boxWords.name(box)}</bdi>
      </a>
    </p>
  </section>
);

/** What the box does not follow or will not, and what is wrong with how its doors are set up. */
const Wrong = ({ box }: OfBox) => {
  const messages = [
    ...box.differences.map(({ message }) => message),
    ...box.desired.problems.map(({ door, message }) => `${door}: ${message}`),
  ];
  if (messages.length === 0) return null;
  return (
    <div class="result" data-tone="alarm">
      <strong>{boxLabels.wrong}</strong>
      <ul>
        {messages.map((message) => (
          <li key={message}>
            <bdi>{message}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
};

const Ends = ({ box }: OfBox) => {
  const { route } = useLocation();
  const { uuid, facilityId, desired } = box;
  return (
    <section class="panel" aria-labelledby="move-title">
      <h2 id="move-title">{boxLabels.move}</h2>
      <p class="quiet">{desired.doors.length === 0 ? boxLabels.moveMore : boxLabels.moveFirst}</p>
      {desired.doors.length === 0 && (
        <MoveToGym
          uuid={uuid}
          from={facilityId}
          release={[]}
          more={boxLabels.moveMore}
          moved={(to) => route(addressOf('box', { facilityId: to.facilityId, boxId: uuid }))}
        />
      )}
      <EndBox box={box} />
    </section>
  );
};
