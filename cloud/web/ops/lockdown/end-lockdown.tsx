import { useState } from 'preact/hooks';
import type { Lockdown } from '../../client/platform-api.gen.ts';
import { GraveButton } from '../../kit/grave-button.tsx';
import type { News } from '../../kit/live.ts';
import { Failed } from '../../kit/states.tsx';
import { lockdownLabels, lockdownWords } from '../../words/lockdown-en.ts';
import { useConsole } from '../console.ts';

interface EndLockdownProps {
  readonly facilityId: string;
  readonly lockdown: Lockdown;
  readonly news: News<readonly Lockdown[]>;
}

/** Ends a lockdown: with a reason, and on a view that is young enough. Those who may not are told so by the cloud. */
export const EndLockdown = ({ facilityId, lockdown, news }: EndLockdownProps) => {
  const { lockdownId, doors } = lockdown;
  const { ask, announcer, queries } = useConsole();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const field = `why-${lockdownId}`;
  const end = async (): Promise<void> => {
    if (reason.trim() === '') {
      setMissing(true);
      document.getElementById(field)?.focus();
      return;
    }
    setBusy(true);
    setError(undefined);
    try {
      const path = { facilityId, lockdownId };
      const body = { reason: reason.trim(), ifSeen: lockdown.seen };
      const options = { idempotencyKey: crypto.randomUUID() };
      await ask('POST /api/access-control/{facilityId}/lockdowns/{lockdownId}/release', { path, body }, options);
      announcer.say(lockdownLabels.endOrdered);
      void queries.invalidateQueries({ queryKey: ['facility', facilityId] });
    } catch (failed) {
      setError(failed);
    }
    setBusy(false);
  };
  return (
    <details class="end-lockdown">
      <summary>{lockdownLabels.end}</summary>
      <form onSubmit={(event) => event.preventDefault()}>
        <div class="field">
          <label for={field}>{lockdownLabels.endWhy}</label>
          <input
            id={field}
            type="text"
            maxLength={200}
            autocomplete="off"
            value={reason}
            aria-invalid={missing}
            aria-describedby={`${field}-problem`}
            onInput={({ currentTarget }) => {
              setReason(currentTarget.value);
              setMissing(false);
            }}
          />
          <p id={`${field}-problem`} class="problem">
            {missing ? lockdownLabels.endWhyMissing : ''}
          </p>
        </div>
        <GraveButton
          label={busy ? lockdownLabels.ending : lockdownWords.letPeopleIn(doors.length)}
          seen={lockdownWords.lockdownTaken(doors.filter(({ lockedDown }) => lockedDown).length, doors.length)}
          news={news}
          busy={busy}
          tone="grave"
          onPress={() => void end()}
        />
      </form>
      {error !== undefined && <Failed error={error} />}
    </details>
  );
};
