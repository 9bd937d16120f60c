import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { HoldButton } from '../../kit/hold-button.tsx';
import { Failed } from '../../kit/states.tsx';
import { lockdownLabels } from '../../words/lockdown-en.ts';
import { useConsole } from '../console.ts';
import { addressOf } from '../routes.ts';

/** Locks all doors of a facility down, at once, whatever this page knows of them: nothing is asked first, and why comes later. */
export const BeginLockdown = ({ facilityId, doorId }: { readonly facilityId: string; readonly doorId?: string }) => {
  const { ask, announcer, queries } = useConsole();
  const { route } = useLocation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const begin = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const target = doorId === undefined ? ({ to: 'facility' } as const) : ({ to: 'door', doorId } as const);
      await ask(
        'POST /api/access-control/{facilityId}/lockdowns',
        { path: { facilityId }, body: { target } },
        { idempotencyKey: key },
      );
      setKey(crypto.randomUUID());
      announcer.say(lockdownLabels.ordered);
      void queries.invalidateQueries({ queryKey: ['facility', facilityId] });
      route(addressOf('lockdown', { facilityId }));
    } catch (failed) {
      // The same key again: what was lost on the way is not ordered twice.
      setError(failed);
    }
    setBusy(false);
  };
  return (
    <div class="begin-lockdown">
      <HoldButton
        label={doorId === undefined ? lockdownLabels.allDoors : lockdownLabels.thisDoor}
        busy={busy}
        onHeld={() => void begin()}
      />
      {error !== undefined && <Failed error={error} again={() => void begin()} />}
    </div>
  );
};
