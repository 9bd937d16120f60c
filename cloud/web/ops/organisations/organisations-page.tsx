import { useState } from 'preact/hooks';
import type { Organisation } from '../../client/platform-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { TextFilter, useFilters } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { organisationWords } from '../../words/platform-en.ts';
import { useConsole } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import { addressOf } from '../routes.ts';
import { holdsOnPlatform } from '../session/rights.ts';

const A_PAGE = 50;

/** Organisations by reach: made and renamed by platform admins. */
export const OrganisationsPage = () => {
  const { ask, state, announcer } = useConsole();
  const { values, set } = useFilters();
  const { q } = values;
  const now = state.value;
  const runs = 'session' in now && holdsOnPlatform(now.session.roles, 'platform-admin');
  return (
    <PlainPage title={organisationWords.title} more={organisationWords.more}>
      <div class="filters">
        <TextFilter label={organisationWords.search} value={q ?? ''} onText={(text) => set({ q: text })} />
      </div>
      {runs && (
        <Disclosed summary={organisationWords.add}>
          <NameForm
            label={organisationWords.add}
            name=""
            onName={async (name) => {
              await ask('POST /api/organisations', { body: { name } }, { idempotencyKey: crypto.randomUUID() });
              announcer.say(organisationWords.added(name));
            }}
          />
        </Disclosed>
      )}
      <section class="panel" aria-label={organisationWords.title}>
        <Pages<Organisation>
          of={['organisations', q ?? '']}
          read={(after, signal) => ask('GET /api/organisations', { query: { q, after, limit: A_PAGE } }, { signal })}
          what={organisationWords.looking}
          empty={
            <Empty title={q === undefined ? organisationWords.none : organisationWords.notFound}>
              {q === undefined ? organisationWords.noneMore : undefined}
            </Empty>
          }
        >
          {(organisations) => (
            <ul class="records">
              {organisations.map((organisation) => (
                <OneOrganisation key={organisation.organisationId} organisation={organisation} runs={runs} />
              ))}
            </ul>
          )}
        </Pages>
      </section>
    </PlainPage>
  );
};

interface OneOrganisationProps {
  readonly organisation: Organisation;
  /** Whether whoever is there looks after the platform. */
  readonly runs: boolean;
}

const OneOrganisation = ({ organisation, runs }: OneOrganisationProps) => {
  const { ask, announcer } = useConsole();
  const { organisationId, name, facilities, rights } = organisation;
  return (
    <li>
      <div class="record-head">
        <a href={addressOf('organisation', { organisationId })}>
          <bdi>{name}</bdi>
        </a>
        <span class="quiet">{organisationWords.facilities(facilities)}</span>
        {rights.includes('org-admin') && (
          <a href={`${addressOf('webhooks', {})}?${new URLSearchParams({ organisation: organisationId })}`}>
            {organisationWords.webhooks}
          </a>
        )}
      </div>
      {runs && (
        <Disclosed summary={organisationWords.rename}>
          <NameForm
            label={organisationWords.rename}
            name={name}
            onName={async (next) => {
              const path = { organisationId };
              await ask('PATCH /api/organisations/{organisationId}', { path, body: { name: next } });
              announcer.say(organisationWords.renamed);
            }}
          />
        </Disclosed>
      )}
    </li>
  );
};

interface NameFormProps {
  readonly label: string;
  readonly name: string;
  readonly onName: (name: string) => Promise<void>;
}

const NameForm = ({ label, name, onName }: NameFormProps) => {
  const { queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const draft = useDraft(`name of ${name}`, { name }, ['name']);
  const { name: typed } = draft.typed;
  const [tried, setTried] = useState(false);
  const submit = (): void => {
    setTried(true);
    if (typed.trim() === '') return;
    void run(async () => {
      await onName(typed.trim());
      setTried(false);
      draft.sent(name === '' ? undefined : draft.typed);
      await queries.invalidateQueries({ queryKey: ['organisations'] });
    });
  };
  return (
    <Form send={label} busy={busy} error={error} draft={draft} onSend={submit}>
      <TextField
        label={organisationWords.name}
        value={typed}
        maxLength={120}
        problem={tried && typed.trim() === '' ? organisationWords.nameMissing : ''}
        onText={(written) => draft.put({ name: written })}
      />
    </Form>
  );
};
