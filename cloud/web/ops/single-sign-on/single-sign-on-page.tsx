import { useState } from 'preact/hooks';
import type { Answer } from '../../client/client.ts';
import type { Organisation } from '../../client/platform-api.gen.ts';
import { RefusedError } from '../../client/request-errors.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { utcTime } from '../../kit/facility-time.ts';
import { Form } from '../../kit/form.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { singleSignOnWords as says } from '../../words/single-sign-on-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import { MyOrganisation } from '../organisations/my-organisation.tsx';
import { ROUTES } from '../routes.ts';

type Provider = Answer<'GET /api/organisations/{organisationId}/single-sign-on'>;

/** By which OpenID provider people of an organisation sign in. */
export const SingleSignOnPage = () => (
  <PlainPage title={says.title} more={says.more}>
    <MyOrganisation words={says}>
      {(organisation) => <OfOrganisation key={organisation.organisationId} organisation={organisation} />}
    </MyOrganisation>
  </PlainPage>
);

const isNone = (error: unknown): boolean => error instanceof RefusedError && error.refusal.code === 'no_single_sign_on';

const OfOrganisation = ({ organisation: { organisationId } }: { readonly organisation: Organisation }) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['single-sign-on', organisationId],
    queryFn: ({ signal }) =>
      ask('GET /api/organisations/{organisationId}/single-sign-on', { path: { organisationId } }, { signal })
        .then((provider): { readonly provider: Provider | undefined } => ({ provider }))
        .catch((error) => {
          if (isNone(error)) return { provider: undefined };
          throw error;
        }),
  });
  return (
    <Answered query={query} what={says.looking}>
      {({ provider }) =>
        provider === undefined ? (
          <>
            <Empty title={says.none}>{says.noneMore}</Empty>
            <SetUp organisationId={organisationId} label={says.set} />
          </>
        ) : (
          <>
            <TheProvider organisationId={organisationId} provider={provider} />
            <Disclosed summary={says.replace}>
              <SetUp organisationId={organisationId} label={says.replace} />
            </Disclosed>
          </>
        )
      }
    </Answered>
  );
};

const Address = ({ label, more, text }: { readonly label: string; readonly more: string; readonly text: string }) => (
  <>
    <dt>{label}</dt>
    <dd>
      <bdi>{text}</bdi> <CopyButton text={text} label={says.copy} />
      <p class="quiet small">{more}</p>
    </dd>
  </>
);

const redirectUri = (): string => location.origin + ROUTES.signInReturn;
const linkOf = (organisationId: string): string =>
  `${location.origin}${ROUTES.signIn}?${new URLSearchParams({ organisation: organisationId })}`;

const TheProvider = ({
  organisationId,
  provider,
}: {
  readonly organisationId: string;
  readonly provider: Provider;
}) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const remove = () =>
    run(async () => {
      await ask('DELETE /api/organisations/{organisationId}/single-sign-on', { path: { organisationId } });
      announcer.say(says.removed);
      await queries.invalidateQueries({ queryKey: ['single-sign-on', organisationId] });
    });
  const { issuer, clientId, redirectUri: back, setBy, setAt } = provider;
  return (
    <section class="panel stack" aria-label={says.provider}>
      <dl class="rows">
        <dt>{says.issuer}</dt>
        <dd>
          <bdi>{issuer}</bdi>
        </dd>
        <dt>{says.clientId}</dt>
        <dd>
          <bdi>{clientId}</bdi>
        </dd>
        <Address label={says.redirect} more={says.redirectMore} text={back} />
        <Address label={says.link} more={says.linkMore} text={linkOf(organisationId)} />
      </dl>
      <p class="quiet small">
        <bdi>{says.setBy(setBy.name ?? setBy.id, utcTime.exactly(Date.parse(setAt)))}</bdi>
      </p>
      <ConfirmButton label={says.remove} more={says.removeMore} busy={busy} onConfirmed={() => void remove()} />
      {error !== undefined && <Failed error={error} />}
    </section>
  );
};

const NEW = { issuer: '', clientId: '', clientSecret: '' };

const SetUp = ({ organisationId, label }: { readonly organisationId: string; readonly label: string }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const draft = useDraft('set-up', NEW, ['issuer', 'clientId']);
  const { typed, put } = draft;
  const [tried, setTried] = useState(false);
  const body = { issuer: typed.issuer.trim(), clientId: typed.clientId.trim(), clientSecret: typed.clientSecret };
  const isIssuer = /^https:\/\/\S+$/.test(body.issuer);
  const set = (): void => {
    setTried(true);
    if (!isIssuer || body.clientId === '' || body.clientSecret === '') return;
    void run(async () => {
      const path = { organisationId };
      await ask('PUT /api/organisations/{organisationId}/single-sign-on', { path, body });
      announcer.say(says.saved);
      draft.sent();
      setTried(false);
      await queries.invalidateQueries({ queryKey: ['single-sign-on', organisationId] });
    });
  };
  const missing = (text: string): string => (tried && text === '' ? says.missing : '');
  return (
    <Form class="panel form" send={label} busy={busy} error={error} draft={draft} onSend={set}>
      <dl class="rows">
        <Address label={says.redirect} more={says.redirectMore} text={redirectUri()} />
      </dl>
      <TextField
        label={says.issuer}
        inputMode="url"
        maxLength={500}
        value={typed.issuer}
        more={says.issuerMore}
        problem={tried && !isIssuer ? says.notAnAddress : ''}
        onText={(issuer) => put({ issuer })}
      />
      <TextField
        label={says.clientId}
        value={typed.clientId}
        problem={missing(body.clientId)}
        onText={(clientId) => put({ clientId })}
      />
      <TextField
        label={says.clientSecret}
        maxLength={500}
        value={typed.clientSecret}
        more={says.clientSecretMore}
        problem={missing(body.clientSecret)}
        onText={(clientSecret) => put({ clientSecret })}
      />
    </Form>
  );
};
