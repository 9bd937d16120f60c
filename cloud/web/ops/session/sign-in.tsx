import { useEffect, useId, useState } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { knowsPasskeys, showPasskey } from '../../client/passkeys.ts';
import type { Session } from '../../client/platform-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { CodeSignIn } from '../../kit/code-sign-in.tsx';
import { words } from '../../words/en.ts';
import { sessionLabels } from '../../words/session-en.ts';
import { useConsole } from '../console.ts';
import type { DeskOfDevice } from '../desk/desk-sign-in.tsx';
import { proofProblem } from './proof-problem.ts';

/** An address, then the code that was sent there. `email` is given where it is known who has to come back. */
export const SignInForm = ({
  email: known,
  done,
}: {
  readonly email?: string;
  readonly done: (session: Session) => void | Promise<void>;
}) => {
  const { client } = useConsole();
  const [email, setEmail] = useState(known ?? '');
  const field = useId();
  return (
    <CodeSignIn
      sent={words.codeSent(email)}
      other={sessionLabels.other}
      askForCode={() => client.ask('POST /api/session/codes', { body: { email: email.trim() } })}
      enter={async (code) => done(await client.ask('POST /api/session', { body: { email: email.trim(), code } }))}
    >
      {(says) => (
        <div class="field">
          <label for={field}>{sessionLabels.email}</label>
          <input
            id={field}
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
      )}
    </CodeSignIn>
  );
};

const PasskeySignIn = ({ done }: { readonly done: (session: Session) => void | Promise<void> }) => {
  const { client } = useConsole();
  const { busy, error, run } = useAttempt();
  const signIn = () =>
    run(async () => {
      const body = await showPasskey(await client.ask('POST /api/session/passkey-options', {}));
      await done(await client.ask('POST /api/session/passkey', { body }));
    });
  return (
    <>
      <button type="button" aria-disabled={busy} onClick={() => void signIn()}>
        {sessionLabels.withPasskey}
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
        <h1 tabIndex={-1}>{sessionLabels.title}</h1>
        {isDesk ? (
          <ErrorBoundary>
            <DeskSignIn desk={desk} done={signedIn} />
          </ErrorBoundary>
        ) : (
          <AsYourself />
        )}
        {desk !== undefined && (
          <button type="button" class="plain" onClick={() => setAsThemself(isDesk)}>
            {isDesk ? sessionLabels.asYourself : sessionLabels.atDesk}
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
          {sessionLabels.linkEnded}
        </p>
      )}
      <p class="quiet">{sessionLabels.how}</p>
      <SignInForm done={signedIn} />
      {knowsPasskeys() && <PasskeySignIn done={signedIn} />}
    </>
  );
};
