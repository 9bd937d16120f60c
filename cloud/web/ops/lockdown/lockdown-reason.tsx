import { useState } from 'preact/hooks';
import type { Lockdown } from '../../client/platform-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { lockdownWords } from '../../words/lockdown-en.ts';
import { useConsole } from '../console.ts';
import { useAtDesk } from '../desk/at-desk.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';

interface LockdownReasonProps {
  readonly at: AtFacility;
  readonly lockdown: Lockdown;
}

/** Why it was begun: asked for while nobody has said, since nobody has to type while there is danger. */
export const LockdownReason = ({ at, lockdown }: LockdownReasonProps) => {
  const { serverNow } = useConsole();
  const atDesk = useAtDesk();
  const { reason, reasonBy, reasonAt } = lockdown;
  return (
    <>
      <h2>
        <bdi>{reason === '' ? lockdownWords.noReason : reason}</bdi>
      </h2>
      {reasonBy !== null && reasonAt !== null && (
        <p class="quiet small">
          <bdi>{lockdownWords.saidBy(reasonBy, at.time.near(Date.parse(reasonAt), serverNow()))}</bdi>
        </p>
      )}
      {!atDesk && reason === '' && <ReasonForm at={at} lockdown={lockdown} />}
      {!atDesk && reason !== '' && (
        <details>
          <summary>{lockdownWords.sayAnew}</summary>
          <ReasonForm key={reason} at={at} lockdown={lockdown} />
        </details>
      )}
    </>
  );
};

const ReasonForm = ({ at, lockdown: { lockdownId, reason } }: LockdownReasonProps) => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const [why, setWhy] = useState(reason);
  const [tried, setTried] = useState(false);
  const say = (): void => {
    setTried(true);
    if (why.trim() === '') return;
    void run(async () => {
      const path = { facilityId: at.facility.facilityId, lockdownId };
      const body = { reason: why.trim() };
      await ask('PUT /api/access-control/{facilityId}/lockdowns/{lockdownId}/reason', { path, body });
      announcer.say(lockdownWords.said);
    });
  };
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        say();
      }}
    >
      <TextField
        label={lockdownWords.why}
        value={why}
        problem={tried && why.trim() === '' ? lockdownWords.whyMissing : ''}
        onText={setWhy}
      />
      <button type="submit" aria-disabled={busy}>
        {lockdownWords.sayWhy}
      </button>
      {error !== undefined && <Failed error={error} />}
    </form>
  );
};
