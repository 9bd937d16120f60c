import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { Choice, optionsOf } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { TextArea } from '../../kit/text-area.tsx';
import { TRIED_AS, TRIED_OUTCOMES, tryOutLabels, tryOutWords } from '../../words/ai-try-out-en.ts';
import { useConsole } from '../console.ts';
import type { AiTried } from './ai-types.ts';
import { useKeys } from './use-keys.ts';

/** What the cloud takes. */
const TEXT_MOST = 4_000;

/** Tries a text on the filters of the facility, or of a key. It stands in no draft, for it may be anybody’s. */
export const TryOut = ({ facilityId }: { readonly facilityId: string }) => {
  const { ask, announcer } = useConsole();
  const { busy, error, runInstead } = useAttempt();
  const [text, setText] = useState('');
  const [keyHash, setKeyHash] = useState('');
  const [on, setOn] = useState<keyof typeof TRIED_AS>('input');
  const [tried, setTried] = useState(false);
  const [outcome, setOutcome] = useState<AiTried>();
  /** What was found is of what was tried: not of what somebody changes after it. */
  const changing =
    <Value,>(put: (value: Value) => void) =>
    (value: Value): void => {
      put(value);
      setOutcome(undefined);
    };
  const keys = (useKeys(facilityId).data?.data ?? []).map(({ keyHash: hash, label }) => [hash, label] as const);
  const send = (): void => {
    setTried(true);
    if (text === '') return;
    void runInstead(async (isLast) => {
      const body = { text, on, ...(keyHash !== '' && { keyHash }) };
      const path = { clubID: facilityId };
      const answer = await ask('POST /api/clubs/{clubID}/ai-credits/guardrails/try', { path, body });
      if (!isLast()) return;
      setOutcome(answer);
      announcer.say(TRIED_OUTCOMES[answer.outcome]);
    });
  };
  return (
    <section class="panel stack" aria-labelledby="try-out-title">
      <div>
        <h2 id="try-out-title">{tryOutLabels.title}</h2>
        <p class="quiet">{tryOutLabels.more}</p>
      </div>
      <Form
        send={tryOutLabels.send}
        busy={busy}
        error={error}
        draft="secret"
        onSend={send}
        after={outcome && <Outcome outcome={outcome} />}
      >
        <TextArea
          label={tryOutLabels.text}
          value={text}
          maxLength={TEXT_MOST}
          problem={tried && text === '' ? tryOutLabels.textMissing : ''}
          onText={changing(setText)}
        />
        <Choice label={tryOutLabels.on} value={on} options={optionsOf(TRIED_AS)} onChoice={changing(setOn)} />
        <Choice
          label={tryOutLabels.by}
          value={keyHash}
          options={[['', tryOutLabels.anyone], ...keys]}
          onChoice={changing(setKeyHash)}
        />
      </Form>
    </section>
  );
};

const Outcome = ({ outcome: { outcome, text, found } }: { readonly outcome: AiTried }) => (
  <div class="whole stack">
    <p>
      <strong>{TRIED_OUTCOMES[outcome]}</strong>
    </p>
    {outcome === 'redacted' && (
      <div>
        <p class="quiet small">{tryOutLabels.goesOn}</p>
        <p class="mail-text">
          <bdi>{text}</bdi>
        </p>
      </div>
    )}
    {found.length > 0 && (
      <ul class="records">
        {found.map((one, at) => (
          <li key={String(at)}>
            <bdi>{tryOutWords.finding(one)}</bdi>
          </li>
        ))}
      </ul>
    )}
  </div>
);
