import { useState } from 'preact/hooks';
import type { WalkTest } from '../../client/platform-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Failed } from '../../kit/states.tsx';
import { walkLabels, walkWords } from '../../words/walk-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { AtDoor } from './at-door.tsx';
import { atDoorQuery, nextDoor, seenOf } from './walk-queries.ts';

interface UnderWayProps {
  readonly at: AtFacility;
  readonly test: WalkTest;
}

/** A test that is under way: its doors, and the one at which somebody stands. */
export const UnderWay = ({ at, test }: UnderWayProps) => {
  const { facilityId } = at.facility;
  const [chosen, choose] = useState(() => nextDoor(test) ?? '');
  const looked = useQuery(atDoorQuery(useConsole(), facilityId, test.walkTestId, chosen));
  const now = looked.data ?? test;
  const door = now.doors.find(({ doorId }) => doorId === chosen);
  return (
    <>
      <section class="panel" aria-labelledby="walk-doors">
        <h2 id="walk-doors">{walkWords.result(now.result)}</h2>
        <ul class="walk-doors">
          {now.doors.map((one) => (
            <li key={one.doorId}>
              <button
                type="button"
                class="plain"
                aria-current={one.doorId === chosen ? 'step' : undefined}
                onClick={() => choose(one.doorId)}
              >
                <bdi>{one.name}</bdi>
              </button>
              <span class="quiet small">{walkWords.ofDoor(seenOf(one), one.steps.length)}</span>
            </li>
          ))}
        </ul>
        <End at={at} test={now} />
      </section>
      {door !== undefined && <AtDoor key={chosen} at={at} walkTestId={test.walkTestId} door={door} />}
    </>
  );
};

const End = ({ at, test }: UnderWayProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const { facilityId } = at.facility;
  const end = () =>
    run(async () => {
      const path = { facilityId, walkTestId: test.walkTestId };
      const options = { idempotencyKey: crypto.randomUUID() };
      await ask('POST /api/access-control/{facilityId}/walk-tests/{walkTestId}/end', { path }, options);
      announcer.say(walkLabels.ended);
      await queries.invalidateQueries({ queryKey: ['walk-tests', facilityId, test.boxId] });
    });
  return (
    <div class="buttons">
      <ConfirmButton label={walkLabels.end} more={walkLabels.endMore} busy={busy} onConfirmed={() => void end()} />
      {error !== undefined && <Failed error={error} />}
    </div>
  );
};
