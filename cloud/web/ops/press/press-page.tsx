import type { Press } from '../../client/platform-api.gen.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { utcTime } from '../../kit/facility-time.ts';
import { Choice, optionsOf, useFilters } from '../../kit/filters.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { PRESS_STATES, pressLabels, pressWords } from '../../words/press-en.ts';
import { useConsole } from '../console.ts';
import { OfOrganisation } from '../frame/of-organisation.tsx';
import { PlainPage } from '../frame/plain-page.tsx';
import { PressForm } from './press-form.tsx';

const A_PAGE = 50;
const STATES = Object.keys(PRESS_STATES) as readonly Press['state'][];

/** What the press wrote of an organisation or the platform, or was told. */
export const PressPage = () => (
  <PlainPage title={pressLabels.title} more={pressLabels.more}>
    <OfOrganisation
      label={pressLabels.of}
      everybody={pressLabels.everybody}
      none={pressLabels.none}
      noneMore={pressLabels.noneMore}
    >
      {(organisationId) => <PressOf organisationId={organisationId ?? null} />}
    </OfOrganisation>
  </PlainPage>
);

const PressOf = ({ organisationId }: { readonly organisationId: string | null }) => {
  const { ask } = useConsole();
  const { values, set } = useFilters();
  const state = STATES.find((known) => known === values.state);
  return (
    <section class="panel stack" aria-label={pressLabels.title}>
      <div class="filters">
        <Choice
          label={pressLabels.which}
          value={state ?? ''}
          options={[['', pressLabels.all], ...optionsOf(PRESS_STATES)]}
          onChoice={(chosen) => set({ state: chosen })}
        />
      </div>
      <Disclosed summary={pressLabels.add}>
        <PressForm organisationId={organisationId} press={undefined} />
      </Disclosed>
      <Pages
        of={['press', organisationId, state]}
        read={async (after, signal) => {
          const query = { ...(organisationId !== null && { organisationId }), state, after, limit: A_PAGE };
          const { data, next } = await ask('GET /api/admin/press', { query }, { signal });
          // Asked for the platform, the list has those of organisations as well.
          return { data: data.filter((press) => press.organisationId === organisationId), next };
        }}
        what={pressLabels.looking}
        empty={
          <Empty title={state === undefined ? pressLabels.nothing : pressLabels.nothingSo}>
            {state === undefined ? pressLabels.nothingMore : pressLabels.nothingSoMore}
          </Empty>
        }
      >
        {(found) => (
          <ul class="records">
            {found.map((press) => (
              <OnePress key={press.pressId} press={press} />
            ))}
          </ul>
        )}
      </Pages>
    </section>
  );
};

const OnePress = ({ press }: { readonly press: Press }) => {
  const { organisationId, title, outlet, publishedOn, excerpt, state, publishAt, featured } = press;
  return (
    <li>
      <div class="record-head">
        <strong>
          <bdi>{title}</bdi>
        </strong>
        <span class="fact" data-tone={state === 'published' ? 'calm' : 'held'}>
          {PRESS_STATES[state]}
        </span>
        {featured && <span class="fact">{pressLabels.featured}</span>}
        <bdi class="quiet small">{pressWords.of(outlet, publishedOn)}</bdi>
        {state === 'scheduled' && publishAt !== null && (
          <span class="quiet small">{pressWords.from(utcTime.exactly(Date.parse(publishAt)))}</span>
        )}
      </div>
      <p class="mail-text" dir="auto">
        {excerpt}
      </p>
      <Disclosed summary={pressLabels.change}>
        <PressForm organisationId={organisationId} press={press} />
      </Disclosed>
    </li>
  );
};
