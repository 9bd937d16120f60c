import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Answer } from '../../client/client.ts';
import type { Session } from '../../client/platform-api.gen.ts';
import { RefusedError } from '../../client/request-errors.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { CodeField } from '../../kit/code-field.tsx';
import { Empty } from '../../kit/states.tsx';
import { deskLabels, deskWords } from '../../words/desk-en.ts';
import { words } from '../../words/en.ts';
import { sessionLabels } from '../../words/session-en.ts';
import { useConsole } from '../console.ts';

export type DeskOfDevice = NonNullable<Answer<'GET /api/session/desk'>['desk']>;
type Person = DeskOfDevice['people'][number];

const problemOf = (error: unknown): string => {
  if (!(error instanceof RefusedError)) return sessionLabels.noAnswer;
  const { code, message, requestId } = error.refusal;
  if (code === 'pin_wrong') return deskLabels.wrong;
  if (code === 'too_many_pins') return deskLabels.tooMany;
  if (code === 'desk_unknown') return deskLabels.noDesk;
  return words.refusal(message, requestId);
};

interface DeskSignInProps {
  readonly desk: DeskOfDevice;
  readonly done: (session: Session) => void;
}

/** At a desk: who somebody is, and their own PIN. */
export const DeskSignIn = ({ desk, done }: DeskSignInProps) => {
  const [person, choose] = useState<Person>();
  return (
    <div class="desk">
      <p class="quiet">
        <bdi>{deskWords.at(desk.label, desk.facilityName)}</bdi>
      </p>
      {desk.people.length === 0 && <Empty title={deskLabels.noPeople}>{deskLabels.noPeopleMore}</Empty>}
      {person === undefined ? (
        <People people={desk.people} choose={choose} />
      ) : (
        <Pin person={person} done={done} back={() => choose(undefined)} />
      )}
    </div>
  );
};

const People = ({ people, choose }: { readonly people: readonly Person[]; readonly choose: (one: Person) => void }) => {
  const title = useId();
  if (people.length === 0) return null;
  return (
    <>
      <h2 id={title}>{deskLabels.who}</h2>
      <ul class="desk-people" aria-labelledby={title}>
        {people.map((one) => (
          <li key={one.userId}>
            <button type="button" class="large" onClick={() => choose(one)}>
              <bdi>{one.name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};

interface PinProps {
  readonly person: Person;
  readonly done: (session: Session) => void;
  readonly back: () => void;
}

const Pin = ({ person, done, back }: PinProps) => {
  const { client } = useConsole();
  const { busy, error, run } = useAttempt();
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const enter = (pin: string) =>
    run(async () => done(await client.ask('POST /api/session/desk', { body: { userId: person.userId, pin } })));
  return (
    <div ref={form} class="desk">
      <h2>
        <bdi>{person.name}</bdi>
      </h2>
      <CodeField
        label={deskLabels.pin}
        send={deskLabels.signIn}
        first
        hidden
        busy={busy}
        onCode={(pin) => void enter(pin)}
      />
      <p class="problem" role="alert">
        {error === undefined ? '' : problemOf(error)}
      </p>
      <button type="button" class="plain" onClick={back}>
        {deskLabels.somebodyElse}
      </button>
    </div>
  );
};
