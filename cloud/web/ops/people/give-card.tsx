import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { Choice } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { peopleWords } from '../../words/people-en.ts';
import { useConsole } from '../console.ts';
import { useSubject, type WithSubject } from './subject.ts';

const KINDS = ['card', 'short_id'] as const;
type Kind = (typeof KINDS)[number];

/** Gives a card or a short id. Its number is nowhere any more once it counts. */
export const GiveCard = (props: WithSubject) => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const { personId, changed } = useSubject(props);
  const [kind, setKind] = useState<Kind>('card');
  const [number, setNumber] = useState('');
  const [asksPin, setAsksPin] = useState(false);
  const [tried, setTried] = useState(false);
  const give = (): void => {
    setTried(true);
    if (number.trim() === '') return;
    void run(async () => {
      const path = { facilityId: props.at.facility.facilityId, personId: await personId() };
      const input = { path, body: { kind, number: number.trim(), asksPin: kind === 'short_id' || asksPin } };
      const options = { idempotencyKey: crypto.randomUUID() };
      await ask('POST /api/access-control/{facilityId}/people/{personId}/credentials', input, options);
      setNumber('');
      setTried(false);
      announcer.say(peopleWords.given);
      await changed();
    });
  };
  return (
    <Form send={peopleWords.give} busy={busy} error={error} draft="secret" onSend={give}>
      <Choice
        label={peopleWords.kind}
        value={kind}
        options={KINDS.map((some) => [some, peopleWords.kinds[some]])}
        onChoice={(chosen) => setKind(chosen as Kind)}
      />
      <TextField
        label={peopleWords.cardNumber}
        value={number}
        inputMode={kind === 'short_id' ? 'numeric' : 'text'}
        more={peopleWords.cardNumberMore}
        problem={tried && number.trim() === '' ? peopleWords.cardNumberMissing : ''}
        onText={setNumber}
      />
      {kind === 'card' && (
        <label class="choice">
          <input type="checkbox" checked={asksPin} onChange={({ currentTarget: { checked } }) => setAsksPin(checked)} />
          {peopleWords.asksPinToo}
        </label>
      )}
    </Form>
  );
};
