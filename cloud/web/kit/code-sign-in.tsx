import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { RefusedError } from '../client/request-errors.ts';
import { words } from '../words/en.ts';
import { sessionLabels } from '../words/session-en.ts';
import { useAttempt } from './attempt.ts';

const problemOf = (error: unknown): string => {
  if (error === undefined) return '';
  if (!(error instanceof RefusedError)) return sessionLabels.noAnswer;
  const { code, message, body, requestId } = error.refusal;
  if (code === 'code_wrong')
    return typeof body.triesLeft === 'number' && body.triesLeft > 0
      ? words.codeWrong(body.triesLeft)
      : sessionLabels.wrongAtLast;
  if (code === 'code_ended') return sessionLabels.codeEnded;
  if (code === 'too_many_codes') return sessionLabels.tooMany;
  return words.refusal(message, requestId);
};

interface CodeSignInProps {
  /** Who wants to sign in: the fields of the first step, described by the element with this id. */
  readonly children: (describedBy: string) => ComponentChildren;
  /** Where the code went, in words. */
  readonly sent: string;
  readonly other: string;
  readonly askForCode: () => Promise<unknown>;
  readonly enter: (code: string) => Promise<void>;
}

/** Who one is, then the code that was sent there. */
export const CodeSignIn = ({ children, sent, other, askForCode, enter }: CodeSignInProps) => {
  const [step, setStep] = useState<'who' | 'code'>('who');
  const [code, setCode] = useState('');
  const { busy, error, run } = useAttempt();
  const says = useId();
  const codeField = useRef<HTMLInputElement>(null);
  const ask = () =>
    run(async () => {
      await askForCode();
      setStep('code');
      setCode('');
      queueMicrotask(() => codeField.current?.focus());
    });
  return (
    <form
      class="sign-in-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void (step === 'who' ? ask() : run(() => enter(code.trim())));
      }}
    >
      {step === 'who' ? (
        children(says)
      ) : (
        <div class="field">
          <label for={`${says}-code`}>{sessionLabels.code}</label>
          <p class="quiet small">
            <bdi>{sent}</bdi>
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
        {problemOf(error)}
      </p>
      <button type="submit" class="first" aria-disabled={busy}>
        {step === 'who' ? sessionLabels.sendCode : sessionLabels.signIn}
      </button>
      {step === 'code' && (
        <button type="button" class="plain" onClick={() => setStep('who')}>
          {other}
        </button>
      )}
    </form>
  );
};
