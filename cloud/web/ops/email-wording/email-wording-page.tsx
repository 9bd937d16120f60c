import type { EmailMapping } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { wordingWords } from '../../words/email-wording-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { OfOrganisation } from '../frame/of-organisation.tsx';
import { PlainPage } from '../frame/plain-page.tsx';
import { WordingForm } from './wording-form.tsx';

/** How e-mails are worded: the platform's, or those of an organisation. */
export const EmailWordingPage = () => (
  <PlainPage title={wordingWords.title} more={wordingWords.more}>
    <OfOrganisation
      label={wordingWords.of}
      everybody={wordingWords.everybody}
      none={wordingWords.none}
      noneMore={wordingWords.noneMore}
    >
      {(organisationId) => <Wordings organisationId={organisationId} />}
    </OfOrganisation>
  </PlainPage>
);

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
