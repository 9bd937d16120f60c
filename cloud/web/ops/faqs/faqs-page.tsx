import type { Faq } from '../../client/platform-api.gen.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Choice, optionsOf, TextFilter, useFilters } from '../../kit/filters.tsx';
import { MarkdownPart } from '../../kit/markdown-part.ts';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { AUDIENCES, FAQ_STATES, faqLabels } from '../../words/faqs-en.ts';
import { useConsole } from '../console.ts';
import { OfOrganisation } from '../frame/of-organisation.tsx';
import { PlainPage } from '../frame/plain-page.tsx';
import { FaqForm } from './faq-form.tsx';

const A_PAGE = 50;

/** What is asked often, and the answers that an organisation or the platform gives. */
export const FaqsPage = () => (
  <PlainPage title={faqLabels.title} more={faqLabels.more}>
    <OfOrganisation
      label={faqLabels.of}
      everybody={faqLabels.everybody}
      none={faqLabels.none}
      noneMore={faqLabels.noneMore}
    >
      {(organisationId) => <Faqs organisationId={organisationId ?? null} />}
    </OfOrganisation>
  </PlainPage>
);

const Faqs = ({ organisationId }: { readonly organisationId: string | null }) => {
  const { ask } = useConsole();
  const { values, set } = useFilters();
  const state = (['draft', 'published'] as const).find((known) => known === values.state);
  const category = values.category || undefined;
  const isAll = state === undefined && category === undefined;
  return (
    <section class="panel stack" aria-label={faqLabels.title}>
      <div class="filters">
        <Choice
          label={faqLabels.which}
          value={state ?? ''}
          options={[['', faqLabels.all], ...optionsOf(FAQ_STATES)]}
          onChoice={(chosen) => set({ state: chosen })}
        />
        <TextFilter label={faqLabels.inCategory} value={category ?? ''} onText={(text) => set({ category: text })} />
      </div>
      <Disclosed summary={faqLabels.add}>
        <FaqForm organisationId={organisationId} faq={undefined} />
      </Disclosed>
      <Pages
        of={['faqs', organisationId, state, category]}
        read={async (after, signal) => {
          const query = { ...(organisationId !== null && { organisationId }), state, after, limit: A_PAGE };
          const { data, next } =
            category === undefined
              ? await ask('GET /api/admin/faqs', { query }, { signal })
              : await ask('GET /api/admin/faqs/category/{category}', { path: { category }, query }, { signal });
          // Asked for the platform, the list has those of organisations as well.
          return { data: data.filter((faq) => faq.organisationId === organisationId), next };
        }}
        what={faqLabels.looking}
        empty={
          <Empty title={isAll ? faqLabels.nothing : faqLabels.nothingSo}>
            {isAll ? faqLabels.nothingMore : faqLabels.nothingSoMore}
          </Empty>
        }
      >
        {(faqs) => (
          <ul class="records">
            {faqs.map((faq) => (
              <OneFaq key={faq.faqId} faq={faq} />
            ))}
          </ul>
        )}
      </Pages>
    </section>
  );
};

const OneFaq = ({ faq }: { readonly faq: Faq }) => {
  const { organisationId, question, answer, category, locale, audience, about, state } = faq;
  return (
    <li>
      <div class="record-head">
        <strong>
          <bdi>{question}</bdi>
        </strong>
        <span class="fact" data-tone={state === 'published' ? 'calm' : 'held'}>
          {FAQ_STATES[state]}
        </span>
        <span class="quiet small">
          <bdi>{[category, locale, AUDIENCES[audience], ...about].join(' · ')}</bdi>
        </span>
      </div>
      <MarkdownPart text={answer} />
      <Disclosed summary={faqLabels.change}>
        <FaqForm organisationId={organisationId} faq={faq} />
      </Disclosed>
    </li>
  );
};
