import { useState } from 'preact/hooks';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { CodeField } from '../../kit/code-field.tsx';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { accountLabels } from '../../words/account-en.ts';
import { words } from '../../words/en.ts';
import { proofLabels } from '../../words/proof-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { proofProblem } from '../session/proof-problem.ts';

/** What an authenticator is told once. It is kept by this page alone, until it is confirmed. */
interface Begun {
  readonly secret: string;
  readonly uri: string;
}

/** The app that shows a code every half minute: a second way to prove who one is. */
export const Authenticator = () => {
  const { ask } = useConsole();
  const query = useQuery({ queryKey: ['totp'], queryFn: ({ signal }) => ask('GET /api/totp', {}, { signal }) });
  return (
    <section class="panel" aria-labelledby="totp-title">
      <h2 id="totp-title">{accountLabels.authenticator}</h2>
      <p class="quiet">{accountLabels.authenticatorMore}</p>
      <Answered query={query} what={accountLabels.lookingAtAuthenticator}>
        {({ enrolledAt }) => (enrolledAt === null ? <AddAuthenticator /> : <Enrolled since={enrolledAt} />)}
      </Answered>
    </section>
  );
};

const Enrolled = ({ since }: { readonly since: string }) => {
  const { ask, queries, serverNow } = useConsole();
  const { busy, error, run } = useAttempt();
  const remove = () =>
    run(async () => {
      await ask('DELETE /api/totp', {});
      await queries.invalidateQueries({ queryKey: ['totp'] });
    });
  return (
    <div class="owned-one">
      <p>{words.added(words.ago(serverNow() - Date.parse(since)))}</p>
      <ConfirmButton
        label={accountLabels.deleteAuthenticator}
        more={accountLabels.deleteAuthenticatorMore}
        busy={busy}
        onConfirmed={() => void remove()}
      />
      <p class="problem" role="alert">
        {error === undefined ? '' : proofProblem(error)}
      </p>
    </div>
  );
};

const AddAuthenticator = () => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [begun, setBegun] = useState<Begun>();
  const begin = () =>
    run(async () => {
      const { secret, uri } = await ask('POST /api/totp', { body: {} });
      if (secret !== null && uri !== null) setBegun({ secret, uri });
    });
  const confirm = (code: string) =>
    run(async () => {
      await ask('POST /api/totp', { body: { code } });
      setBegun(undefined);
      announcer.say(accountLabels.authenticatorAdded);
      await queries.invalidateQueries({ queryKey: ['totp'] });
    });
  return (
    <>
      {begun === undefined ? (
        <button type="button" aria-disabled={busy} onClick={() => void begin()}>
          {accountLabels.addAuthenticator}
        </button>
      ) : (
        <>
          <p>{accountLabels.enterSecret}</p>
          <dl class="rows">
            <dt>{accountLabels.secret}</dt>
            <dd>
              <code>{begun.secret}</code>
            </dd>
            <dt>{accountLabels.uri}</dt>
            <dd>
              <code>{begun.uri}</code>
            </dd>
          </dl>
          <CodeField
            label={proofLabels.code}
            send={accountLabels.confirm}
            first
            busy={busy}
            onCode={(code) => void confirm(code)}
          />
        </>
      )}
      <p class="problem" role="alert">
        {error === undefined ? '' : proofProblem(error)}
      </p>
    </>
  );
};
