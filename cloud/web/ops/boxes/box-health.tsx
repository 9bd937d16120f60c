import type { DoorControllerConfiguration } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { boxLabels, boxWords } from '../../words/boxes-en.ts';
import { words } from '../../words/en.ts';
import { useConsole, useLive, useQuery } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { doorsTopic } from '../topics.ts';
import { EVERY_MS } from './box-queries.ts';

interface BoxHealthProps {
  readonly at: AtFacility;
  readonly box: DoorControllerConfiguration;
}

/** How the box does: whether it is heard, what it runs, what it goes by. */
export const BoxHealth = ({ at, box }: BoxHealthProps) => {
  const ago = useAgo();
  const offered = useOffered(at.facility.facilityId, box.uuid);
  const rules = useRules(at.facility.facilityId, box);
  const { lastBeaconAt, online, agentVersion, clockTrusted, location, serialNumber } = box;
  const row = (name: string, text: string, odd = false) => (
    <>
      <dt>{name}</dt>
      <dd class={odd ? 'why' : undefined}>
        <bdi>{text}</bdi>
      </dd>
    </>
  );
  return (
    <dl class="rows" aria-label={boxLabels.health}>
      {row(
        boxLabels.heard,
        lastBeaconAt === null ? boxLabels.neverHeard : boxWords.heard(online, ago(lastBeaconAt)),
        !online,
      )}
      {row(boxLabels.software, agentVersion === null ? boxLabels.notKnown : boxWords.runs(agentVersion, offered))}
      {row(boxLabels.clock, clockWords(clockTrusted), clockTrusted === false)}
      {row(boxLabels.setUp, boxWords.follows(box.appliedVersion, box.desired.version))}
      {rules !== undefined && row(boxLabels.rules, words.enforces(rules))}
      {location !== null && row(boxLabels.location, location)}
      {serialNumber !== null && row(boxLabels.serialNumber, serialNumber)}
      {row(boxLabels.id, box.uuid)}
    </dl>
  );
};

const clockWords = (trusted: boolean | null): string => {
  if (trusted === null) return boxLabels.notKnown;
  return trusted ? boxLabels.clockTrusted : boxLabels.clockDoubtful;
};

/** The newest release that is offered to the box; null where none is. */
const useOffered = (facilityId: string, boxId: string): string | null => {
  const { ask } = useConsole();
  const found = useQuery({
    queryKey: ['boxes', facilityId],
    queryFn: ({ signal }) =>
      ask('GET /api/devices/door-controllers/{facilityId}', { path: { facilityId } }, { signal }),
    refetchInterval: EVERY_MS,
  });
  return found.data?.data.find(({ uuid }) => uuid === boxId)?.offeredRelease ?? null;
};

/** Which rules the box goes by, as its doors say it; undefined where it drives none. */
const useRules = (facilityId: string, { desired }: DoorControllerConfiguration) => {
  const news = useLive(doorsTopic(useConsole(), facilityId));
  return news.picture?.data.find(({ doorId }) => desired.doors.some((door) => door.doorId === doorId))?.enforces;
};
