import { useState } from 'preact/hooks';
import type { Answer } from '../../client/client.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Form } from '../../kit/form.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { WhenInView } from '../../kit/when-in-view.tsx';
import { peopleWords } from '../../words/people-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { useManages } from '../frame/facility-frame.tsx';
import { GiveCard } from './give-card.tsx';
import { Pin } from './pin.tsx';
import { useSubject, type WithSubject } from './subject.ts';

type Credentials = Answer<'GET /api/access-control/{facilityId}/people/{personId}/credentials'>;
type Credential = Credentials['data'][number];
const NONE: Credentials = { data: [], pinSetAt: null };

/** What gets somebody in at readers: cards and short ids by their last characters, and whether they have a PIN. */
export const CardsPanel = (props: WithSubject) => (
  <section class="panel stack" aria-labelledby="cards-title">
    <h2 id="cards-title">{peopleWords.cards}</h2>
    <WhenInView>{() => <Cards {...props} />}</WhenInView>
  </section>
);

const Cards = (props: WithSubject) => {
  const { at, subject } = props;
  const { ask } = useConsole();
  const manages = useManages(at);
  const { facilityId } = at.facility;
  const personId = subject.person?.personId;
  const query = useQuery({
    queryKey: ['credentials', facilityId, personId],
    // Somebody of whom staff have said nothing yet has none.
    queryFn: ({ signal }) =>
      personId === undefined
        ? NONE
        : ask(
            'GET /api/access-control/{facilityId}/people/{personId}/credentials',
            { path: { facilityId, personId } },
            { signal },
          ),
  });
  return (
    <Answered query={query} what={peopleWords.lookingAtCards}>
      {({ data, pinSetAt }) => (
        <div class="stack">
          {data.length === 0 && <Empty title={peopleWords.noCards} />}
          <ul class="owned">
            {data.map((credential) => (
              <OneCard key={credential.credentialId} {...props} credential={credential} manages={manages} />
            ))}
          </ul>
          {manages && (
            <Disclosed summary={peopleWords.giveCard}>
              <GiveCard {...props} />
            </Disclosed>
          )}
          <Pin {...props} pinSetAt={pinSetAt} manages={manages} />
        </div>
      )}
    </Answered>
  );
};

interface OneCardProps extends WithSubject {
  readonly credential: Credential;
  readonly manages: boolean;
}

const OneCard = ({ at, subject, credential, manages }: OneCardProps) => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const { changed } = useSubject({ at, subject });
  const ago = useAgo();
  const { credentialId, kind, endsWith, asksPin, disabled, addedBy, addedAt } = credential;
  const name = peopleWords.thisCard(kind, endsWith);
  const path = { facilityId: at.facility.facilityId, credentialId };
  const turn = () =>
    run(async () => {
      const body = { disabled: !disabled };
      await ask('PATCH /api/access-control/{facilityId}/credentials/{credentialId}', { path, body });
      announcer.say(disabled ? peopleWords.given : peopleWords.taken);
      await changed();
    });
  const take = () =>
    run(async () => {
      await ask('DELETE /api/access-control/{facilityId}/credentials/{credentialId}', { path });
      announcer.say(peopleWords.taken);
      await changed();
    });
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{peopleWords.card(kind, endsWith)}</bdi>{' '}
          {disabled && (
            <span class="fact" data-tone="held">
              {peopleWords.off}
            </span>
          )}
        </p>
        <p class="quiet small">
          <bdi>{peopleWords.addedBy(addedBy, ago(addedAt))}</bdi>
          {asksPin && ` · ${peopleWords.asksPin}`}
        </p>
        {manages && (
          <Disclosed summary={peopleWords.replace(name)}>
            <Replace at={at} subject={subject} credentialId={credentialId} name={name} />
          </Disclosed>
        )}
      </div>
      {manages && (
        <div class="buttons">
          <button type="button" aria-disabled={busy} onClick={() => void turn()}>
            {disabled ? peopleWords.turnOn(name) : peopleWords.turnOff(name)}
          </button>
          <ConfirmButton
            label={peopleWords.take(name)}
            more={peopleWords.takeMore}
            busy={busy}
            onConfirmed={() => void take()}
          />
        </div>
      )}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};

interface ReplaceProps extends WithSubject {
  readonly credentialId: string;
  readonly name: string;
}

const Replace = ({ at, subject, credentialId, name }: ReplaceProps) => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const { changed } = useSubject({ at, subject });
  const [number, setNumber] = useState('');
  const [tried, setTried] = useState(false);
  const replace = (): void => {
    setTried(true);
    if (number.trim() === '') return;
    void run(async () => {
      const path = { facilityId: at.facility.facilityId, credentialId };
      const input = { path, body: { number: number.trim() } };
      const options = { idempotencyKey: crypto.randomUUID() };
      await ask('POST /api/access-control/{facilityId}/credentials/{credentialId}/replace', input, options);
      announcer.say(peopleWords.given);
      await changed();
    });
  };
  return (
    <Form send={peopleWords.replace(name)} busy={busy} error={error} draft="secret" onSend={replace}>
      <TextField
        label={peopleWords.cardNumber}
        value={number}
        more={peopleWords.replaceMore}
        problem={tried && number.trim() === '' ? peopleWords.cardNumberMissing : ''}
        onText={setNumber}
      />
    </Form>
  );
};
