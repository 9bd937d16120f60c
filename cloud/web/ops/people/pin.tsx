import { useState } from 'preact/hooks';
import { useAgo } from '../../kit/ages.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Once } from '../../kit/once.tsx';
import { Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { peopleWords } from '../../words/people-en.ts';
import { useConsole } from '../console.ts';
import { useSubject, type WithSubject } from './subject.ts';

const DIGITS = 6;

/** Six digits that nobody guesses. Each is as likely as the others: bytes from 250 on are drawn again. */
const somePin = (): string => {
  let digits = '';
  while (digits.length < DIGITS) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 250) digits += String(byte % 10);
  }
  return digits;
};

interface PinProps extends WithSubject {
  readonly pinSetAt: string | null;
  readonly manages: boolean;
}

/** The PIN of somebody: whether there is one, a new one, and none any more. It is shown to whoever set it, and never again. */
export const Pin = (props: PinProps) => {
  const { at, subject, pinSetAt, manages } = props;
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const { personId, changed } = useSubject(props);
  const ago = useAgo();
  const [told, tell] = useState<string>();
  const take = () =>
    run(async () => {
      const path = { facilityId: at.facility.facilityId, personId: await personId() };
      await ask('DELETE /api/access-control/{facilityId}/people/{personId}/pin', { path });
      tell(undefined);
      announcer.say(peopleWords.taken);
      await changed();
    });
  return (
    <div class="stack">
      <div class="owned-one">
        <p>
          <span class="owned-name">{peopleWords.pin}</span>{' '}
          <span class="quiet small">{pinSetAt === null ? peopleWords.noPin : peopleWords.pinSet(ago(pinSetAt))}</span>
        </p>
        {manages && pinSetAt !== null && (
          <ConfirmButton
            label={peopleWords.takePin}
            more={peopleWords.takePinMore}
            busy={busy}
            onConfirmed={() => void take()}
          />
        )}
      </div>
      {error !== undefined && <Failed error={error} />}
      {told !== undefined && <Once label={peopleWords.thePin} secret={told} more={peopleWords.pinOnce} />}
      {manages && (
        <Disclosed summary={peopleWords.setPin}>
          <SetPin at={at} subject={subject} onSet={tell} />
        </Disclosed>
      )}
    </div>
  );
};

const SetPin = ({ onSet, ...props }: WithSubject & { readonly onSet: (pin: string) => void }) => {
  const { ask } = useConsole();
  const { busy, error, run } = useAttempt();
  const { personId, changed } = useSubject(props);
  const [pin, setPin] = useState('');
  const [tried, setTried] = useState(false);
  const isPin = /^\d{6,12}$/.test(pin);
  const set = (): void => {
    setTried(true);
    if (!isPin) return;
    void run(async () => {
      const path = { facilityId: props.at.facility.facilityId, personId: await personId() };
      await ask('PUT /api/access-control/{facilityId}/people/{personId}/pin', { path, body: { pin } });
      onSet(pin);
      setPin('');
      setTried(false);
      await changed();
    });
  };
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        set();
      }}
    >
      <TextField
        label={peopleWords.pin}
        value={pin}
        inputMode="numeric"
        maxLength={12}
        more={peopleWords.pinMore}
        problem={tried && !isPin ? peopleWords.pinWrong : ''}
        onText={setPin}
      />
      <div class="buttons">
        <button type="submit" class="first" aria-disabled={busy}>
          {peopleWords.setPin}
        </button>
        <button type="button" onClick={() => setPin(somePin())}>
          {peopleWords.makePin}
        </button>
      </div>
      {error !== undefined && <Failed error={error} />}
    </form>
  );
};
