import { useState } from 'preact/hooks';
import type { PushSubscription } from '../../client/platform-api.gen.ts';
import { knowsPushes, NotToldError, subscribeBrowser } from '../../client/push-browser.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { browserName } from '../../words/browsers-en.ts';
import { words } from '../../words/en.ts';
import { pushWords } from '../../words/pushes-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import { addressOf } from '../routes.ts';
import { AlarmPushes } from './alarm-pushes.tsx';

const BROWSERS = ['pushes'];

/** The browsers in which one is told things while no page is open. */
export const BrowsersPage = () => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: BROWSERS,
    queryFn: ({ signal }) => ask('GET /api/push/subscriptions', {}, { signal }),
  });
  return (
    <PlainPage title={pushWords.title} more={pushWords.more}>
      <div class="account">
        <section class="panel" aria-labelledby="browsers-title">
          <h2 id="browsers-title">{pushWords.browsers}</h2>
          <Answered query={query} what={pushWords.looking}>
            {({ data }) =>
              data.length === 0 ? (
                <Empty title={pushWords.none}>{pushWords.noneMore}</Empty>
              ) : (
                <ul class="owned">
                  {data.map((browser) => (
                    <OneBrowser key={browser.subscriptionId} browser={browser} />
                  ))}
                </ul>
              )
            }
          </Answered>
        </section>
        <section class="panel" aria-labelledby="here-title">
          <h2 id="here-title">{pushWords.here}</h2>
          {knowsPushes() ? <ThisBrowser /> : <p>{pushWords.unknown}</p>}
        </section>
        <AlarmPushes />
        <p>
          <a href={addressOf('account', {})}>{pushWords.back}</a>
        </p>
      </div>
    </PlainPage>
  );
};

const OneBrowser = ({ browser }: { readonly browser: PushSubscription }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [tried, setTried] = useState(false);
  const ago = useAgo();
  const { subscriptionId, host, label, createdAt, deliveredAt, lastError } = browser;
  const name = label ?? pushWords.unnamed;
  const path = { subscriptionId };
  const tryOut = () =>
    run(async () => {
      const options = { idempotencyKey: crypto.randomUUID() };
      await ask('POST /api/push/subscriptions/{subscriptionId}/try', { path }, options);
      setTried(true);
      announcer.say(pushWords.tried);
    });
  const remove = () =>
    run(async () => {
      await ask('DELETE /api/push/subscriptions/{subscriptionId}', { path });
      await queries.invalidateQueries({ queryKey: BROWSERS });
    });
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{name}</bdi>
        </p>
        <p class="quiet small">
          {words.added(ago(createdAt))}, {pushWords.through(host)} ·{' '}
          {deliveredAt === null ? pushWords.neverTold : pushWords.told(ago(deliveredAt))}
        </p>
        {lastError !== null && <p class="problem">{pushWords.notTaken(lastError)}</p>}
        {tried && <p class="quiet">{pushWords.tried}</p>}
      </div>
      <div class="buttons">
        <button type="button" aria-disabled={busy} onClick={() => void tryOut()}>
          {pushWords.tryOut(name)}
        </button>
        <ConfirmButton
          label={pushWords.remove(name)}
          more={pushWords.removeMore}
          busy={busy}
          onConfirmed={() => void remove()}
        />
      </div>
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};

const ThisBrowser = () => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [label, setLabel] = useState(() => browserName(navigator.userAgent));
  const [tried, setTried] = useState(false);
  const isMissing = label.trim() === '';
  const subscribe = (): void => {
    setTried(true);
    if (isMissing) return;
    void run(async () => {
      const browser = await subscribeBrowser(async () => (await ask('GET /api/push/public-key', {})).publicKey);
      const options = { idempotencyKey: crypto.randomUUID() };
      await ask('POST /api/push/subscriptions', { body: { ...browser, label: label.trim() } }, options);
      announcer.say(pushWords.added);
      await queries.invalidateQueries({ queryKey: BROWSERS });
    });
  };
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        subscribe();
      }}
    >
      <TextField
        label={pushWords.label}
        value={label}
        maxLength={100}
        problem={tried && isMissing ? pushWords.labelMissing : ''}
        onText={setLabel}
      />
      <button type="submit" class="first" aria-disabled={busy}>
        {pushWords.here}
      </button>
      {error instanceof NotToldError && (
        <p class="problem whole" role="alert">
          {pushWords[error.why]}
        </p>
      )}
      {error !== undefined && !(error instanceof NotToldError) && <Failed error={error} />}
    </form>
  );
};
