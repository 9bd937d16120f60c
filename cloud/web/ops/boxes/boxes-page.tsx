import type { DoorController } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { Empty } from '../../kit/states.tsx';
import { boxLabels, boxWords } from '../../words/boxes-en.ts';
import { installerLabels } from '../../words/installers-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { type AtFacility, FacilityFrame, useVisiting } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { holdsAt } from '../session/rights.ts';
import { EVERY_MS } from './box-queries.ts';

/** The boxes of a facility: which are heard of, what each runs and drives. */
export const BoxesPage = ({ facilityId }: { readonly facilityId: string }) => (
  <FacilityFrame facilityId={facilityId} here="boxes" title={boxLabels.title}>
    {(at) => <Boxes at={at} />}
  </FacilityFrame>
);

const Boxes = ({ at }: { readonly at: AtFacility }) => {
  const { ask } = useConsole();
  const { facilityId } = at.facility;
  const found = useQuery({
    queryKey: ['boxes', facilityId],
    queryFn: ({ signal }) =>
      ask('GET /api/devices/door-controllers/{facilityId}', { path: { facilityId } }, { signal }),
    refetchInterval: EVERY_MS,
  });
  return (
    <section aria-labelledby="boxes-title">
      <div class="section-head">
        <h1 id="boxes-title" tabIndex={-1}>
          {boxLabels.title}
        </h1>
        {/* A page of its own: the camera is allowed there alone. */}
        <a class="go-on" href={`${addressOf('claim', {})}?${new URLSearchParams({ gym: facilityId })}`} target="_top">
          {boxLabels.claim}
        </a>
      </div>
      <Who at={at} />
      <Answered query={found} what={boxLabels.looking}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={boxLabels.none}>{boxLabels.noneMore}</Empty>
          ) : (
            <ul class="facilities boxes">
              {data.map((box) => (
                <OneBox key={box.uuid} box={box} facilityId={facilityId} />
              ))}
            </ul>
          )
        }
      </Answered>
    </section>
  );
};

/** Who does what at the boxes, for whoever may know. */
const Who = ({ at: { facility } }: { readonly at: AtFacility }) => {
  const { state } = useConsole();
  const { facilityId } = facility;
  const now = state.value;
  const manages = 'session' in now && holdsAt(now.session.roles, 'facility-manager', facility);
  if (useVisiting(facility)) return null;
  return (
    <ul class="go-ons">
      <li>
        <a class="go-on" href={addressOf('panelStaff', { facilityId })}>
          {boxLabels.panelStaff}
        </a>
      </li>
      {manages && (
        <li>
          <a class="go-on" href={addressOf('installers', { facilityId })}>
            {installerLabels.toInstallers}
          </a>
        </li>
      )}
    </ul>
  );
};

const OneBox = ({ box, facilityId }: { readonly box: DoorController; readonly facilityId: string }) => {
  const ago = useAgo();
  const { uuid, online, lastBeaconAt, agentVersion, offeredRelease, doors, clockTrusted } = box;
  const tone = online ? 'calm' : 'alarm';
  return (
    <li>
      <a class="facility-link" href={addressOf('box', { facilityId, boxId: uuid })}>
        <bdi>{boxWords.name(box)}</bdi>
      </a>
      <ul class="facts">
        <li class="fact" data-tone={tone}>
          {lastBeaconAt === null ? boxLabels.neverHeard : boxWords.heard(online, ago(lastBeaconAt))}
        </li>
        {clockTrusted === false && (
          <li class="fact" data-tone="alarm">
            {boxLabels.clockDoubtful}
          </li>
        )}
        <li class="fact">{boxWords.doors(doors)}</li>
        {agentVersion !== null && <li class="fact">{boxWords.runs(agentVersion, offeredRelease)}</li>}
      </ul>
    </li>
  );
};
