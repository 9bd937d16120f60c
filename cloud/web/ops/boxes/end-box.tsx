import type { DoorControllerConfiguration } from '../../client/platform-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Failed } from '../../kit/states.tsx';
import { boxLabels } from '../../words/boxes-en.ts';
import { useConsole } from '../console.ts';

/** For a box that is stolen, broken or sold. It takes a step-up. */
export const EndBox = ({ box: { uuid, facilityId } }: { readonly box: DoorControllerConfiguration }) => {
  const { ask, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const end = () =>
    run(async () => {
      const input = { path: { club: facilityId }, body: { uuid } };
      const options = { idempotencyKey: crypto.randomUUID() };
      await ask('POST /api/devices/door-controllers/decommission/{club}', input, options);
      for (const queryKey of [['box', uuid], ['boxes'], ['facilities']]) await queries.invalidateQueries({ queryKey });
    });
  return (
    <div class="end-box">
      <ConfirmButton label={boxLabels.end} more={boxLabels.endMore} busy={busy} onConfirmed={() => void end()} />
      {error !== undefined && <Failed error={error} />}
    </div>
  );
};
