import { useState } from 'preact/hooks';
import type { Lockdown } from '../../client/platform-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { Form } from '../../kit/form.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
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
  const draft = useDraft(`why ${lockdownId}`, { why: reason }, ['why']);
  const { why } = draft.typed;
  const [tried, setTried] = useState(false);
  const say = (): void => {
    setTried(true);
    if (why.trim() === '') return;
    void run(async () => {
      const path = { facilityId: at.facility.facilityId, lockdownId };
      const body = { reason: why.trim() };
      await ask('PUT /api/access-control/{facilityId}/lockdowns/{lockdownId}/reason', { path, body });
      draft.sent({ why });
      announcer.say(lockdownWords.said);
    });
  };
  return (
    <Form send={lockdownWords.sayWhy} busy={busy} error={error} draft={draft} onSend={say}>
      <TextField
        label={lockdownWords.why}
        value={why}
        problem={tried && why.trim() === '' ? lockdownWords.whyMissing : ''}
        onText={(text) => draft.put({ why: text })}
      />
    </Form>
  );
};
