import { useEffect, useId, useRef, useState } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { knowsPasskeys, showPasskey } from '../../client/passkeys.ts';
import type { Session } from '../../client/platform-api.gen.ts';
import { RefusedError } from '../../client/request-errors.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { words } from '../../words/en.ts';
import { labels } from '../../words/labels-en.ts';
import { useConsole } from '../console.ts';
import type { DeskOfDevice } from '../desk/desk-sign-in.tsx';
import { proofProblem } from './proof-problem.ts';

const problemOf = (error: unknown): string => {
  if (!(error instanceof RefusedError)) return labels.session.noAnswer;
  const { code, message, body, requestId } = error.refusal;
  if (code === 'code_wrong')
    return typeof body.triesLeft === 'number' && body.triesLeft > 0
      ? words.codeWrong(body.triesLeft)
      : labels.session.wrongAtLast;
  if (code === 'code_ended') return labels.session.codeEnded;
  if (code === 'too_many_codes') return labels.session.tooMany;
  return words.refusal(message, requestId);
};

/** An address, then the code that was sent there. `email` is given where it is known who has to come back. */
export const SignInForm = ({
  email: known,
  done,
}: {
  readonly email?: string;
  readonly done: (session: Session) => void;
}) => {
  const { client } = useConsole();
  const [email, setEmail] = useState(known ?? '');
  const [step, setStep] = useState<'email' | 'code'>('email');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const says = useId();
  const codeField = useRef<HTMLInputElement>(null);

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(problemOf(error));
    }
    setBusy(false);
  };
  const askForCode = () =>
    attempt(async () => {
      await client.ask('POST /api/session/codes', { body: { email: email.trim() } });
      setStep('code');
      setCode('');
      queueMicrotask(() => codeField.current?.focus());
    });
  const enter = () =>
    attempt(async () =>
      done(await client.ask('POST /api/session', { body: { email: email.trim(), code: code.trim() } })),
    );

  return (
    <form
      class="sign-in-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void (step === 'email' ? askForCode() : enter());
      }}
    >
      {step === 'email' ? (
        <div class="field">
          <label for={`${says}-email`}>{labels.session.email}</label>
          <input
            id={`${says}-email`}
            type="email"
            autocomplete="username"
            autoCapitalize="none"
            required
            maxLength={254}
            value={email}
            readOnly={known !== undefined}
            aria-describedby={says}
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
        </div>
      ) : (
        <div class="field">
          <label for={`${says}-code`}>{labels.session.code}</label>
          <p class="quiet small">
            <bdi>{words.codeSent(email)}</bdi>
          </p>
          <input
            id={`${says}-code`}
            ref={codeField}
            class="digits"
            inputMode="numeric"
            autocomplete="one-time-code"
            required
            maxLength={12}
            value={code}
            aria-describedby={says}
            onInput={(event) => setCode(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
          />
        </div>
      )}
      <p id={says} class="problem" role="alert">
        {problem}
      </p>
      <button type="submit" class="first" aria-disabled={busy}>
        {step === 'email' ? labels.session.sendCode : labels.session.signIn}
      </button>
      {step === 'code' && (
        <button type="button" class="plain" onClick={() => setStep('email')}>
          {labels.session.other}
        </button>
      )}
    </form>
  );
};

const PasskeySignIn = ({ done }: { readonly done: (session: Session) => void }) => {
  const { client } = useConsole();
  const { busy, error, run } = useAttempt();
  const signIn = () =>
    run(async () => {
      const body = await showPasskey(await client.ask('POST /api/session/passkey-options', {}));
      done(await client.ask('POST /api/session/passkey', { body }));
    });
  return (
    <>
      <button type="button" aria-disabled={busy} onClick={() => void signIn()}>
        {labels.session.withPasskey}
      </button>
      <p class="problem" role="alert">
        {error === undefined ? '' : proofProblem(error)}
      </p>
    </>
  );
};

/** Which desk this device is; undefined until that is known, and where it is none. Whoever signs in as themself waits for nothing. */
const useDesk = (): DeskOfDevice | undefined => {
  const { client } = useConsole();
  const [desk, setDesk] = useState<DeskOfDevice>();
  useEffect(() => {
    let gone = false;
    const found = client.ask('GET /api/session/desk', {});
    found.then(
      (answer) => !gone && setDesk(answer.desk ?? undefined),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [client]);
  return desk;
};

export const SignInPage = () => {
  const { signedIn } = useConsole();
  const desk = useDesk();
  const [asThemself, setAsThemself] = useState(false);
  const isDesk = desk !== undefined && !asThemself;
  return (
    <main id="content" class="sign-in" tabIndex={-1}>
      <div class="paper sign-in-paper">
        <p class="brand-large" aria-hidden="true" />
        <h1 tabIndex={-1}>{labels.session.title}</h1>
        {isDesk ? (
          <ErrorBoundary>
            <DeskSignIn desk={desk} done={signedIn} />
          </ErrorBoundary>
        ) : (
          <AsYourself />
        )}
        {desk !== undefined && (
          <button type="button" class="plain" onClick={() => setAsThemself(isDesk)}>
            {isDesk ? labels.session.asYourself : labels.session.atDesk}
          </button>
        )}
      </div>
    </main>
  );
};

/** Few devices are desks: the others do without its script. */
const DeskSignIn = lazy(() => import('../desk/desk-sign-in.tsx').then(({ DeskSignIn }) => DeskSignIn));

const AsYourself = () => {
  const { signedIn, state } = useConsole();
  const linkEnded = state.value.is === 'nobody' && state.value.linkEnded === true;
  return (
    <>
      {linkEnded && (
        <p class="problem" role="alert">
          {labels.session.linkEnded}
        </p>
      )}
      <p class="quiet">{labels.session.how}</p>
      <SignInForm done={signedIn} />
      {knowsPasskeys() && <PasskeySignIn done={signedIn} />}
    </>
  );
};
