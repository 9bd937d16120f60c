import { useId, useState } from 'preact/hooks';
import { knowsPasskeys, makePasskey } from '../../client/passkeys.ts';
import type { Passkey } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { accountLabels } from '../../words/account-en.ts';
import { words } from '../../words/en.ts';
import { proofLabels } from '../../words/proof-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { proofProblem } from '../session/proof-problem.ts';

/** What lets one in without a code, and proves who one is. */
export const Passkeys = () => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => ask('GET /api/passkeys', {}, { signal }),
  });
  return (
    <section class="panel" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">{accountLabels.passkeys}</h2>
      <p class="quiet">{accountLabels.passkeysMore}</p>
      <Answered query={query} what={accountLabels.lookingAtPasskeys}>
        {({ data }) => (
          <>
            {data.length === 0 && <Empty title={accountLabels.noPasskeys} />}
            <ul class="owned">
              {data.map((passkey) => (
                <OnePasskey key={passkey.passkeyId} passkey={passkey} />
              ))}
            </ul>
            {knowsPasskeys() ? <AddPasskey /> : <p>{proofLabels.noPasskeysHere}</p>}
          </>
        )}
      </Answered>
    </section>
  );
};

const OnePasskey = ({ passkey: { passkeyId, label, createdAt, lastUsedAt } }: { readonly passkey: Passkey }) => {
  const { ask, queries, serverNow } = useConsole();
  const { busy, error, run } = useAttempt();
  const ago = (at: string) => words.ago(serverNow() - Date.parse(at));
  const remove = () =>
    run(async () => {
      await ask('DELETE /api/passkeys/{passkeyId}', { path: { passkeyId } });
      await queries.invalidateQueries({ queryKey: ['passkeys'] });
    });
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{label}</bdi>
        </p>
        <p class="quiet small">
          {words.added(ago(createdAt))} · {words.lastUsed(lastUsedAt === null ? undefined : ago(lastUsedAt))}
        </p>
      </div>
      <ConfirmButton
        label={words.deletePasskey(label)}
        more={accountLabels.deletePasskeyMore}
        busy={busy}
        onConfirmed={() => void remove()}
      />
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};

const AddPasskey = () => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [label, setLabel] = useState('');
  const [missing, setMissing] = useState(false);
  const field = useId();
  const add = (): void => {
    if (label.trim() === '') {
      setMissing(true);
      document.getElementById(field)?.focus();
      return;
    }
    void run(async () => {
      const response = await makePasskey(await ask('POST /api/passkeys/options', {}));
      const options = { idempotencyKey: crypto.randomUUID() };
      await ask('POST /api/passkeys', { body: { label: label.trim(), response } }, options);
      setLabel('');
      announcer.say(accountLabels.passkeyAdded);
      await queries.invalidateQueries({ queryKey: ['passkeys'] });
    });
  };
  return (
    <form
      class="add"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <div class="field">
        <label for={field}>{accountLabels.passkeyLabel}</label>
        <input
          id={field}
          type="text"
          maxLength={60}
          autocomplete="off"
          value={label}
          aria-invalid={missing}
          aria-describedby={`${field}-problem`}
          onInput={({ currentTarget }) => {
            setLabel(currentTarget.value);
            setMissing(false);
          }}
        />
      </div>
      <button type="submit" aria-disabled={busy}>
        {accountLabels.addPasskey}
      </button>
      <p id={`${field}-problem`} class="problem" role="alert">
        {missing ? accountLabels.labelMissing : error === undefined ? '' : proofProblem(error)}
      </p>
    </form>
  );
};
