import type { DoorControllerConfiguration } from '../../client/platform-api.gen.ts';
import { wiringLabels, wiringWords } from '../../words/wiring-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';

interface StandingProps {
  readonly at: AtFacility;
  readonly box: DoorControllerConfiguration;
}

const TONE = { waiting: 'held', rejected: 'alarm', confirmed: 'good', not_asked: 'held' } as const;

/** Whether the wiring that is wanted counts at the box, since when it waits or who has decided, and what to do. */
export const WiringStanding = ({ at: { time }, box: { wiring } }: StandingProps) => {
  const { serverNow } = useConsole();
  const when = (iso: string | null | undefined): string => {
    if (iso === null || iso === undefined) return '';
    const ms = Date.parse(iso);
    return `${time.near(ms, serverNow())} ${time.zone(ms)}`;
  };
  const more = {
    waiting: wiringLabels.atPanel,
    rejected: wiringLabels.rejectedMore,
    confirmed: undefined,
    not_asked: wiringLabels.notAskedMore,
  }[wiring.state];
  return (
    <div class="result" data-tone={TONE[wiring.state]}>
      <strong>
        <bdi>{wiringWords.state(wiring, when(wiring.since), when(wiring.decided?.at))}</bdi>
      </strong>
      {more !== undefined && <p>{more}</p>}
      {wiring.state === 'waiting' && wiring.arrived === false && <p class="why">{wiringLabels.notArrived}</p>}
    </div>
  );
};
