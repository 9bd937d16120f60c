import { useState } from 'preact/hooks';
import type { FacilityListed } from '../../client/platform-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Failed } from '../../kit/states.tsx';
import { boxLabels, boxWords, claimLabels } from '../../words/boxes-en.ts';
import { useConsole } from '../console.ts';
import { ChooseGym } from './choose-gym.tsx';
import { moveBox } from './move-box.ts';

interface MoveToGymProps {
  readonly uuid: string;
  readonly from: string;
  /** Doors that are taken from it first: those alone that it was given by mistake. */
  readonly release: readonly string[];
  readonly more: string;
  readonly moved: (to: FacilityListed) => void;
}

/** Brings a box to another gym. It has to be online, since nothing that it still knows of this one may be lost. */
export const MoveToGym = ({ uuid, from, release, more, moved }: MoveToGymProps) => {
  const { ask, announcer, clock, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [to, setTo] = useState<FacilityListed>();
  const move = (gym: FacilityListed) =>
    run(async () => {
      const wait = (delay: Parameters<typeof clock.after>[0]) =>
        new Promise<void>((resolve) => void clock.after(delay, resolve));
      await moveBox({ ask, wait }, { uuid, from, to: gym.facilityId, release });
      announcer.say(boxWords.claimedTo(gym.name));
      for (const queryKey of [['boxes'], ['box'], ['facilities']]) void queries.invalidateQueries({ queryKey });
      moved(gym);
    });
  return (
    <div class="move-box">
      <ChooseGym legend={claimLabels.gym} chosen={to} except={from} onChoose={setTo} />
      {to !== undefined && (
        <ConfirmButton
          label={busy ? boxLabels.moving : boxWords.moveTo(to.name)}
          more={more}
          busy={busy}
          onConfirmed={() => void move(to)}
        />
      )}
      {error !== undefined && <Failed error={error} />}
    </div>
  );
};
