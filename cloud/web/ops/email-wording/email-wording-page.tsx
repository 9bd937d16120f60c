import type { EmailMapping } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { Empty } from '../../kit/states.tsx';
import { wordingWords } from '../../words/email-wording-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import { holdsOnPlatform } from '../session/rights.ts';
import { WordingForm } from './wording-form.tsx';

const MOST = 200;
/** What the choice calls the platform, which has no id. */
const EVERYBODY = '';

/** How e-mails are worded: the platform's, or those of an organisation. */
export const EmailWordingPage = () => {
  const { ask, state } = useConsole();
  const { values, set } = useFilters();
  const now = state.value;
  const roles = 'session' in now ? now.session.roles : [];
  const query = useQuery({
    queryKey: ['organisations', 'mine'],
    queryFn: ({ signal }) => ask('GET /api/organisations', { query: { limit: MOST } }, { signal }),
    staleTime: 60_000,
  });
  return (
    <PlainPage title={wordingWords.title} more={wordingWords.more}>
      <Answered query={query} what={wordingWords.lookingAtOrganisations}>
        {({ data }) => {
          const options: (readonly [string, string])[] = [
            ...(holdsOnPlatform(roles, 'platform-admin') ? [[EVERYBODY, wordingWords.everybody] as const] : []),
            ...data
              .filter(({ rights }) => rights.includes('admin'))
              .map(({ organisationId, name }) => [organisationId, name] as const),
          ];
          const chosen = (options.find(([id]) => id === (values.organisation ?? EVERYBODY)) ?? options[0])?.[0];
          if (chosen === undefined) return <Empty title={wordingWords.none}>{wordingWords.noneMore}</Empty>;
          return (
            <>
              <div class="filters">
                <Choice
                  label={wordingWords.of}
                  value={chosen}
                  options={options}
                  onChoice={(organisation) => set({ organisation })}
                />
              </div>
              <Wordings key={chosen} organisationId={chosen === EVERYBODY ? undefined : chosen} />
            </>
          );
        }}
      </Answered>
    </PlainPage>
  );
};

const Wordings = ({ organisationId }: { readonly organisationId: string | undefined }) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['email-mapping', organisationId ?? null],
    queryFn: ({ signal }) => ask('GET /api/admin/email-mapping', { query: { organisationId } }, { signal }),
  });
  return (
    <Answered query={query} what={wordingWords.looking}>
      {({ data }) => (
        <section class="panel" aria-label={wordingWords.title}>
          <ul class="records">
            {data.map((mapping) => (
              <OneWording key={`${mapping.kind} ${mapping.mappingId} ${mapping.revision}`} mapping={mapping} />
            ))}
          </ul>
        </section>
      )}
    </Answered>
  );
};

const OneWording = ({ mapping }: { readonly mapping: EmailMapping }) => {
  const { mappingId, kind, summary, subject, variables, enabled } = mapping;
  return (
    <li>
      <div class="record-head">
        <strong>{summary}</strong>
        <span class="fact" data-tone={mappingId === null || enabled ? 'calm' : 'held'}>
          {wordingWords.state(mapping)}
        </span>
        <span class="quiet small">{kind}</span>
      </div>
      <p>
        <bdi>{subject}</bdi>
      </p>
      <Disclosed summary={wordingWords.variables}>
        <ul>
          {variables.map((variable) => (
            <li key={variable.name}>{wordingWords.variable(variable)}</li>
          ))}
        </ul>
      </Disclosed>
      <Disclosed summary={mappingId === null ? wordingWords.word : wordingWords.change}>
        <WordingForm mapping={mapping} />
      </Disclosed>
      {mappingId !== null && (
        <Disclosed summary={wordingWords.another}>
          <WordingForm mapping={{ ...mapping, mappingId: null, locale: '' }} />
        </Disclosed>
      )}
    </li>
  );
};
