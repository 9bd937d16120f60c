import { useEffect, useRef } from 'preact/hooks';
import { knowsPasskeys, showPasskey } from '../../client/passkeys.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { CodeField } from '../../kit/code-field.tsx';
import { labels } from '../../words/labels-en.ts';
import { proofLabels } from '../../words/proof-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { ROUTES } from '../routes.ts';
import { proofProblem } from './proof-problem.ts';

/** Asks, over the page that was open, for what proves who sits there. Whatever waits for it is sent again afterwards. */
export const StepUp = () => {
  const { proof } = useConsole();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // Not the button that gives up, which is there before any other.
    title.current?.focus();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="step-up-title" onClose={() => proof.settle(false)}>
      <h2 id="step-up-title" ref={title} tabIndex={-1}>
        {proofLabels.title}
      </h2>
      <p class="quiet">{proofLabels.why}</p>
      <Means />
      <button type="button" class="plain" onClick={() => proof.settle(false)}>
        {proofLabels.notNow}
      </button>
    </dialog>
  );
};

/** What somebody has that proves it; where that cannot be found out, both are offered. */
const useMeans = () => {
  const { ask } = useConsole();
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => ask('GET /api/passkeys', {}, { signal }),
  });
  const totp = useQuery({ queryKey: ['totp'], queryFn: ({ signal }) => ask('GET /api/totp', {}, { signal }) });
  return {
    known: !passkeys.isPending && !totp.isPending,
    hasPasskey: passkeys.data === undefined || passkeys.data.data.length > 0,
    hasTotp: totp.data === undefined || totp.data.enrolled,
  };
};

const Means = () => {
  const { ask, proof, state } = useConsole();
  const { busy, error, run } = useAttempt();
  const { known, hasPasskey, hasTotp } = useMeans();
  const prove = (body: () => Promise<Parameters<typeof ask<'POST /api/session/step-up'>>[1]['body']>) =>
    run(async () => {
      const { stepUpUntil } = await ask('POST /api/session/step-up', { body: await body() });
      const now = state.value;
      if (now.is === 'somebody') state.value = { is: 'somebody', session: { ...now.session, stepUpUntil } };
      proof.settle(true);
    });
  const withPasskey = () =>
    prove(async () => ({ passkey: await showPasskey(await ask('POST /api/session/passkey-options', {})) }));
  if (!known) return <p role="status">{proofLabels.looking}</p>;
  if (!hasPasskey && !hasTotp) return <NeitherYet />;
  return (
    <>
      {hasPasskey && knowsPasskeys() && (
        <button type="button" class="first large" aria-disabled={busy} onClick={() => void withPasskey()}>
          {proofLabels.withPasskey}
        </button>
      )}
      {hasPasskey && !knowsPasskeys() && <p>{proofLabels.noPasskeysHere}</p>}
      {hasTotp && (
        <CodeField
          label={proofLabels.code}
          send={proofLabels.withCode}
          first={!hasPasskey}
          busy={busy}
          onCode={(code) => void prove(async () => ({ code }))}
        />
      )}
      <p class="problem" role="alert">
        {error === undefined ? '' : proofProblem(error)}
      </p>
    </>
  );
};

const NeitherYet = () => {
  const { proof, state } = useConsole();
  const email = 'session' in state.value ? state.value.session.user.email : '';
  return (
    <>
      <p>{proofLabels.neither}</p>
      <p>
        <code>
          {proofLabels.command} <bdi>{email}</bdi>
        </code>
      </p>
      <p>
        {proofLabels.neitherMore}{' '}
        <a href={ROUTES.account} onClick={() => proof.settle(false)}>
          {labels.account.title}
        </a>
      </p>
    </>
  );
};
