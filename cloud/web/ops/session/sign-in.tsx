import { useId, useRef, useState } from 'preact/hooks';
import { RefusedError } from '../../client/request-errors.ts';
import type { Session } from '../../client/session-operations.ts';
import { useConsole } from '../console.ts';

const problemOf = (error: unknown): string => {
  if (!(error instanceof RefusedError)) return 'The cloud does not answer. Try again.';
  const { code, message, body, requestId } = error.refusal;
  if (code === 'code_wrong')
    return typeof body.triesLeft === 'number' && body.triesLeft > 0
      ? `That is not the code. ${body.triesLeft} more ${body.triesLeft === 1 ? 'try' : 'tries'}.`
      : 'That is not the code. Ask for a new one.';
  if (code === 'code_ended') return 'This code has ended. Ask for a new one.';
  if (code === 'too_many_codes') return 'Too many codes were asked for. Wait a quarter of an hour.';
  return `${message || 'That did not work.'}${requestId === undefined ? '' : ` (request ${requestId})`}`;
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
          <label for={`${says}-email`}>E-mail address</label>
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
          <label for={`${says}-code`}>Code from the e-mail</label>
          <p class="quiet small">
            Sent to <bdi>{email}</bdi>, if somebody here has that address. It lasts ten minutes.
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
        {step === 'email' ? 'Send me a code' : 'Sign in'}
      </button>
      {step === 'code' && (
        <button type="button" class="plain" onClick={() => setStep('email')}>
          Another address, or a new code
        </button>
      )}
    </form>
  );
};

export const SignInPage = () => {
  const { signedIn } = useConsole();
  return (
    <main id="content" class="sign-in" tabIndex={-1}>
      <div class="paper sign-in-paper">
        <p class="brand-large" aria-hidden="true" />
        <h1 tabIndex={-1}>Sign in to Gatehouse</h1>
        <p class="quiet">A code comes by e-mail. There is no password.</p>
        <SignInForm done={signedIn} />
      </div>
    </main>
  );
};
