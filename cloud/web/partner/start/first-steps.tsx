import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { Failed } from '../../kit/states.tsx';
import { span } from '../../words/counting.ts';
import { tryingLabels, tryingWords } from '../../words/partner-trying-en.ts';
import { usePartner } from '../partner-console.ts';
import { PARTNER_ROUTES } from '../routes.ts';
import { TriedCall } from '../trying/tried-call.tsx';
import { type Tried, useTrying } from '../trying/try-key.ts';
import { BreakADoor } from './break-a-door.tsx';

/** From a key to a request that failed and is understood, without leaving the page. */
export const FirstSteps = () => (
  <section class="panel" aria-labelledby="first-steps">
    <h2 id="first-steps">{tryingLabels.title}</h2>
    <ol class="first-steps">
      <Step title={tryingLabels.key} more={tryingLabels.keyMore}>
        <KeyOfPage />
      </Step>
      <Step title={tryingLabels.call} more={tryingLabels.callMore}>
        <FirstCall />
      </Step>
      <Step title={tryingLabels.break} more={tryingLabels.breakMore}>
        <BreakADoor />
        <p>
          <a class="bar-link" href={PARTNER_ROUTES.sandbox}>
            {tryingLabels.toSandbox}
          </a>
        </p>
      </Step>
      <Step title={tryingLabels.live} more={tryingLabels.liveMore}>
        <p>
          <a class="bar-link" href={PARTNER_ROUTES.keys}>
            {tryingLabels.keysThatLast}
          </a>
        </p>
      </Step>
    </ol>
  </section>
);

interface StepProps {
  readonly title: string;
  readonly more: string;
  readonly children: ComponentChildren;
}

const Step = ({ title, more, children }: StepProps) => (
  <li>
    <h3 class="owned-name">{title}</h3>
    <p class="quiet">{more}</p>
    {children}
  </li>
);

/** Enough to tell it from others, and not enough to use it. */
const SHOWN = 18;

const KeyOfPage = () => {
  const { serverNow, ticks } = usePartner();
  void ticks.value;
  const { key, make } = useTrying();
  const { busy, error, run } = useAttempt();
  return (
    <>
      {key === undefined ? (
        <button
          type="button"
          class="first"
          aria-disabled={busy}
          onClick={() => void run(async () => void (await make()))}
        >
          {tryingLabels.makeKey}
        </button>
      ) : (
        <p role="status">
          <code>{`${key.key.slice(0, SHOWN)}…`}</code>{' '}
          <span class="quiet small">{tryingWords.endsIn(span(Date.parse(key.endsAt) - serverNow()))}</span>
        </p>
      )}
      {error !== undefined && <Failed error={error} />}
    </>
  );
};

const FirstCall = () => {
  const { call } = useTrying();
  const { busy, error, run } = useAttempt();
  const [tried, setTried] = useState<Tried>();
  const ask = () => run(async () => setTried(await call({ method: 'GET', path: '/partner/v1/auth/ping' })));
  return (
    <>
      <button type="button" aria-disabled={busy} onClick={() => void ask()}>
        {tryingLabels.ask}
      </button>
      {tried?.status === 401 && <p class="problem">{tryingLabels.keyEnded}</p>}
      {tried !== undefined && <TriedCall tried={tried} />}
      {error !== undefined && <Failed error={error} />}
    </>
  );
};
