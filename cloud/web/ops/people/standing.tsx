import { useState } from 'preact/hooks';
import type { Person } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Form } from '../../kit/form.tsx';
import { Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { peopleWords } from '../../words/people-en.ts';
import { useConsole } from '../console.ts';
import { useManages } from '../frame/facility-frame.tsx';
import { useSubject, type WithSubject } from './subject.ts';

const FLAGS = ['banned', 'disabled', 'blockAllAccess'] as const;
const MORE = {
  banned: peopleWords.bannedMore,
  disabled: peopleWords.disabledMore,
  blockAllAccess: peopleWords.blockedMore,
} as const;

type Flags = Readonly<Record<(typeof FLAGS)[number], boolean>>;
const flagsOf = (person: Person | null): Flags => ({
  banned: person?.banned ?? false,
  disabled: person?.disabled ?? false,
  blockAllAccess: person?.blockAllAccess ?? false,
});

/** What staff say of somebody: banned, switched off, blocked, and whether doors stay open longer for them. */
export const StandingPanel = (props: WithSubject) => {
  const { at, subject } = props;
  const { person } = subject;
  const ago = useAgo();
  const manages = useManages(at);
  const set = [...FLAGS, 'extendedHold' as const].filter((flag) => person?.[flag] === true);
  return (
    <section class="panel stack" aria-labelledby="standing-title">
      <div>
        <h2 id="standing-title">{peopleWords.standing}</h2>
        <p class="quiet small">{peopleWords.standingMore}</p>
      </div>
      {set.length > 0 && (
        <ul class="facts">
          {set.map((flag) => (
            <li key={flag} class="fact" data-tone={flag === 'extendedHold' ? 'calm' : 'alarm'}>
              {peopleWords.flags[flag]}
            </li>
          ))}
        </ul>
      )}
      {person !== null && (
        <p class="quiet small">
          <bdi>{peopleWords.changed(person, ago(person.changedAt))}</bdi>
        </p>
      )}
      {manages && (
        <Disclosed summary={peopleWords.change}>
          <FlagsForm key={JSON.stringify(person)} {...props} />
          <ExtendedHold {...props} />
        </Disclosed>
      )}
    </section>
  );
};

const FlagsForm = ({ at, subject }: WithSubject) => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const { changed } = useSubject({ at, subject });
  const [flags, setFlags] = useState(flagsOf(subject.person));
  // Flags are set looking at how they are: only the words are kept.
  const draft = useDraft('standing', { reason: '' }, ['reason']);
  const { reason } = draft.typed;
  const [tried, setTried] = useState(false);
  const { facilityId } = at.facility;
  const save = (): void => {
    setTried(true);
    if (reason.trim() === '') return;
    void run(async () => {
      const body = { ...flags, reason: reason.trim() };
      const { whose } = subject;
      if ('personId' in whose)
        await ask('PUT /api/access-control/{facilityId}/people/{personId}/flags', {
          path: { facilityId, ...whose },
          body,
        });
      else
        await ask('PUT /api/access-control/{facilityId}/members/{partnerId}/{memberId}/flags', {
          path: { facilityId, ...whose },
          body,
        });
      announcer.say(peopleWords.saved);
      draft.sent();
      await changed();
    });
  };
  return (
    <Form send={peopleWords.save} busy={busy} error={error} draft={draft} onSend={save}>
      <fieldset class="whole flags">
        <legend class="unseen">{peopleWords.standing}</legend>
        {FLAGS.map((flag) => (
          <label key={flag} class="choice">
            <input
              type="checkbox"
              checked={flags[flag]}
              onChange={({ currentTarget: { checked } }) => setFlags({ ...flags, [flag]: checked })}
            />
            <span>
              {peopleWords.flags[flag]} <span class="quiet small">{MORE[flag]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <TextField
        label={peopleWords.why}
        value={reason}
        problem={tried && reason.trim() === '' ? peopleWords.whyMissing : ''}
        onText={(written) => draft.put({ reason: written })}
      />
    </Form>
  );
};

const ExtendedHold = ({ at, subject }: WithSubject) => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const { personId, changed } = useSubject({ at, subject });
  const { facilityId } = at.facility;
  const set = (extended: boolean) =>
    run(async () => {
      const path = { facilityId, personId: await personId() };
      await ask('PUT /api/access-control/{facilityId}/people/{personId}/extended-hold', { path, body: { extended } });
      announcer.say(peopleWords.saved);
      await changed();
    });
  return (
    <>
      <label class="choice">
        <input
          type="checkbox"
          checked={subject.person?.extendedHold ?? false}
          disabled={busy}
          onChange={({ currentTarget: { checked } }) => void set(checked)}
        />
        <span>
          {peopleWords.flags.extendedHold} <span class="quiet small">{peopleWords.extendedMore}</span>
        </span>
      </label>
      {error !== undefined && <Failed error={error} />}
    </>
  );
};
