import { useState } from 'preact/hooks';
import type { Webhook } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { utcTime } from '../../kit/facility-time.ts';
import { Once } from '../../kit/once.tsx';
import { Failed } from '../../kit/states.tsx';
import { webhookWords } from '../../words/webhooks-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import { addressOf } from '../routes.ts';
import { Deliveries } from './deliveries.tsx';
import { toneOfWebhook } from './webhook-state.ts';

const at = (moment: string): string => `${utcTime.exactly(Date.parse(moment))} UTC`;

/** One webhook: whether what is sent arrives, and what to do where it does not. */
export const WebhookPage = ({ webhookId }: { readonly webhookId: string }) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['webhook', webhookId],
    queryFn: ({ signal }) => ask('GET /api/webhooks/{webhookId}', { path: { webhookId } }, { signal }),
  });
  return (
    <PlainPage title={webhookWords.one}>
      <Answered query={query} what={webhookWords.lookingAtOne}>
        {(webhook) => (
          <>
            <State webhook={webhook} />
            <Deliveries webhookId={webhookId} />
          </>
        )}
      </Answered>
    </PlainPage>
  );
};

const State = ({ webhook }: { readonly webhook: Webhook }) => {
  const { url, description, types, disabledWhy, failingSince, oldSecretUntil, createdBy } = webhook;
  return (
    <section class="panel stack" aria-labelledby="state-title">
      <div class="section-head">
        <h2 id="state-title">
          <bdi>{description === '' ? url : description}</bdi>
        </h2>
        <span class="fact" data-tone={toneOfWebhook(webhook)}>
          {webhookWords.state(webhook)}
        </span>
      </div>
      {failingSince !== null && <p class="problem">{webhookWords.since(at(failingSince))}</p>}
      <dl class="rows">
        <dt>{webhookWords.fields.url}</dt>
        <dd>
          <bdi>{url}</bdi>
        </dd>
        <dt>{webhookWords.fields.types}</dt>
        <dd>{types.length === 0 ? webhookWords.allTypes : types.join(', ')}</dd>
        {disabledWhy !== null && <dt>{webhookWords.fields.why}</dt>}
        {disabledWhy !== null && (
          <dd>
            <bdi>{disabledWhy}</bdi>
          </dd>
        )}
        <dt>{webhookWords.fields.made}</dt>
        <dd>
          <bdi>{createdBy.name ?? createdBy.id}</bdi>
        </dd>
      </dl>
      {oldSecretUntil !== null && <p class="quiet">{webhookWords.bothSecrets(at(oldSecretUntil))}</p>}
      <Acts webhook={webhook} />
    </section>
  );
};

const Acts = ({ webhook: { webhookId, organisationId, enabled } }: { readonly webhook: Webhook }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [secret, setSecret] = useState<string>();
  const [gone, setGone] = useState(false);
  const path = { webhookId };
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['webhook', webhookId] }),
      queries.invalidateQueries({ queryKey: ['webhooks', organisationId] }),
    ]);
  const toggle = () =>
    run(async () => {
      await ask('PATCH /api/webhooks/{webhookId}', { path, body: { enabled: !enabled } });
      await refresh();
    });
  const rotate = () =>
    run(async () => {
      const options = { idempotencyKey: crypto.randomUUID() };
      setSecret((await ask('POST /api/webhooks/{webhookId}/rotate-secret', { path }, options)).secret);
      await refresh();
    });
  const remove = () =>
    run(async () => {
      await ask('DELETE /api/webhooks/{webhookId}', { path });
      setGone(true);
      announcer.say(webhookWords.removed);
      await queries.invalidateQueries({ queryKey: ['webhooks', organisationId] });
    });
  const list = `${addressOf('webhooks', {})}?${new URLSearchParams({ organisation: organisationId })}`;
  if (gone)
    return (
      <p role="status">
        {webhookWords.removed} <a href={list}>{webhookWords.back}</a>
      </p>
    );
  return (
    <>
      <div class="buttons">
        <button type="button" aria-disabled={busy} onClick={() => void toggle()}>
          {enabled ? webhookWords.off : webhookWords.on}
        </button>
        <ConfirmButton
          label={webhookWords.rotate}
          more={webhookWords.rotateMore}
          busy={busy}
          onConfirmed={() => void rotate()}
        />
        <ConfirmButton
          label={webhookWords.remove}
          more={webhookWords.removeMore}
          busy={busy}
          onConfirmed={() => void remove()}
        />
      </div>
      {secret !== undefined && <Once label={webhookWords.secret} secret={secret} more={webhookWords.once} />}
      {error !== undefined && <Failed error={error} />}
      <p>
        <a href={list}>{webhookWords.back}</a>
      </p>
    </>
  );
};
