import { useState } from 'preact/hooks';
import type { Organisation, Webhook } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Form } from '../../kit/form.tsx';
import { Once } from '../../kit/once.tsx';
import { Empty } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { webhookWords } from '../../words/webhooks-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import { MyOrganisation } from '../organisations/my-organisation.tsx';
import { addressOf } from '../routes.ts';
import { toneOfWebhook, typesOf } from './webhook-state.ts';

/** Where an organisation has what happens sent to. */
export const WebhooksPage = () => (
  <PlainPage title={webhookWords.title} more={webhookWords.more}>
    <MyOrganisation words={webhookWords}>
      {(organisation) => <OfOrganisation key={organisation.organisationId} organisation={organisation} />}
    </MyOrganisation>
  </PlainPage>
);

const OfOrganisation = ({ organisation: { organisationId } }: { readonly organisation: Organisation }) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['webhooks', organisationId],
    queryFn: ({ signal }) => ask('GET /api/webhooks', { query: { organisationId } }, { signal }),
  });
  return (
    <>
      <Disclosed summary={webhookWords.add}>
        <AddWebhook organisationId={organisationId} />
      </Disclosed>
      <Answered query={query} what={webhookWords.looking}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={webhookWords.none}>{webhookWords.noneMore}</Empty>
          ) : (
            <ul class="members lines">
              {data.map((webhook) => (
                <OneWebhook key={webhook.webhookId} webhook={webhook} />
              ))}
            </ul>
          )
        }
      </Answered>
    </>
  );
};

const OneWebhook = ({ webhook }: { readonly webhook: Webhook }) => (
  <li>
    <a href={addressOf('webhook', { webhookId: webhook.webhookId })}>
      <bdi>{webhook.url}</bdi>
    </a>
    <bdi class="quiet small">{webhook.description}</bdi>
    <span class="facts">
      <span class="fact" data-tone={toneOfWebhook(webhook)}>
        {webhookWords.state(webhook)}
      </span>
    </span>
  </li>
);

const NEW = { url: '', description: '', types: '' };

const AddWebhook = ({ organisationId }: { readonly organisationId: string }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  // Not the address: some have a secret in it.
  const draft = useDraft('new', NEW, ['description', 'types']);
  const { typed, put } = draft;
  const [tried, setTried] = useState(false);
  const [secret, setSecret] = useState<string>();
  const isUrl = /^https:\/\/\S+$/.test(typed.url.trim());
  const add = (): void => {
    setTried(true);
    if (!isUrl) return;
    void run(async () => {
      const body = { url: typed.url.trim(), description: typed.description.trim(), types: typesOf(typed.types) };
      const options = { idempotencyKey: crypto.randomUUID() };
      setSecret((await ask('POST /api/webhooks', { query: { organisationId }, body }, options)).secret);
      announcer.say(webhookWords.added);
      draft.sent();
      setTried(false);
      await queries.invalidateQueries({ queryKey: ['webhooks', organisationId] });
    });
  };
  return (
    <Form
      class="panel form"
      send={webhookWords.add}
      busy={busy}
      error={error}
      draft={draft}
      after={secret !== undefined && <Once label={webhookWords.secret} secret={secret} more={webhookWords.once} />}
      onSend={add}
    >
      <TextField
        label={webhookWords.url}
        inputMode="url"
        maxLength={2_000}
        value={typed.url}
        problem={tried && !isUrl ? webhookWords.urlMissing : ''}
        onText={(url) => put({ url })}
      />
      <TextField
        label={webhookWords.description}
        value={typed.description}
        onText={(description) => put({ description })}
      />
      <TextField
        label={webhookWords.types}
        value={typed.types}
        more={webhookWords.typesMore}
        onText={(types) => put({ types })}
      />
    </Form>
  );
};
