import { useEffect, useState } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { knowsPasskeys, showPasskey } from '../../client/passkeys.ts';
import type { Session } from '../../client/platform-api.gen.ts';
import { RefusedError } from '../../client/request-errors.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { words } from '../../words/en.ts';
import { sessionLabels } from '../../words/session-en.ts';
import { useConsole } from '../console.ts';
import type { DeskOfDevice } from '../desk/desk-sign-in.tsx';
import { proofProblem } from './proof-problem.ts';
import { SignInForm } from './sign-in-form.tsx';

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

/** The same of whoever is invited to install doors. */
const Invited = lazy(() => import('../installers/invited.tsx').then(({ Invited }) => Invited));

const AsYourself = () => {
  const { signedIn, arrival } = useConsole();
  return (
    <>
      <ArrivalFailed />
      {arrival.organisationId !== undefined && <AtOrganisation organisationId={arrival.organisationId} />}
      {arrival.invite === undefined ? (
        <>
          <p class="quiet">{sessionLabels.how}</p>
          <SignInForm done={signedIn} />
        </>
      ) : (
        <ErrorBoundary>
          <Invited token={arrival.invite} />
        </ErrorBoundary>
      )}
      {knowsPasskeys() && <PasskeySignIn done={signedIn} />}
    </>
  );
};

/** Why whoever came with something is not signed in. */
const ArrivalFailed = () => {
  const { state, arrival } = useConsole();
  const failed = state.value.is === 'nobody' ? state.value.arrivalFailed : undefined;
  let says: string | undefined;
  if (arrival.answer === null) says = sessionLabels.notByOrganisation;
  else if (failed !== undefined) says = arrival.answer ? saidOf(failed) : sessionLabels.linkEnded;
  if (says === undefined) return null;
  return (
    <p class="problem" role="alert">
      {says}
    </p>
  );
};

const saidOf = (error: unknown): string =>
  error instanceof RefusedError
    ? words.refusal(error.refusal.message, error.refusal.requestId)
    : sessionLabels.noAnswer;

/** Where the link to this page was an organisation's, whose own service says who somebody is. */
const AtOrganisation = ({ organisationId }: { readonly organisationId: string }) => {
  const { client } = useConsole();
  const { busy, error, run } = useAttempt();
  const go = () =>
    run(async () => {
      const { url } = await client.ask('POST /api/session/single-sign-on', { body: { organisationId } });
      location.assign(url);
    });
  return (
    <>
      <button type="button" class="first" aria-disabled={busy} onClick={() => void go()}>
        {sessionLabels.withOrganisation}
      </button>
      <p class="problem" role="alert">
        {error === undefined ? '' : saidOf(error)}
      </p>
    </>
  );
};
