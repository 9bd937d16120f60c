import type { LandingPage } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { utcTime } from '../../kit/facility-time.ts';
import { Choice, optionsOf, useFilters } from '../../kit/filters.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { landingLabels, landingWords, PAGE_STATES } from '../../words/landing-pages-en.ts';
import { useClubs } from '../agreements/agreement-queries.ts';
import { useConsole } from '../console.ts';
import { OfOrganisation } from '../frame/of-organisation.tsx';
import { PlainPage } from '../frame/plain-page.tsx';
import { LandingPageForm } from './landing-page-form.tsx';

const A_PAGE = 50;
const STATES = Object.keys(PAGE_STATES) as readonly LandingPage['state'][];

/** The pages of an organisation that anybody may read, once they are published. */
export const LandingPagesPage = () => (
  <PlainPage title={landingLabels.title} more={landingLabels.more}>
    <OfOrganisation label={landingLabels.of} none={landingLabels.none} noneMore={landingLabels.noneMore}>
      {(organisationId) => organisationId !== undefined && <PagesOf organisationId={organisationId} />}
    </OfOrganisation>
  </PlainPage>
);

const PagesOf = ({ organisationId }: { readonly organisationId: string }) => {
  const { ask } = useConsole();
  const { values, set } = useFilters();
  const clubs = useClubs(organisationId);
  const state = STATES.find((known) => known === values.state);
  return (
    <Answered query={clubs} what={landingLabels.lookingAtClubs}>
      {({ data: gyms }) => (
        <section class="panel stack" aria-label={landingLabels.title}>
          <div class="filters">
            <Choice
              label={landingLabels.which}
              value={state ?? ''}
              options={[['', landingLabels.all], ...optionsOf(PAGE_STATES)]}
              onChoice={(chosen) => set({ state: chosen })}
            />
          </div>
          <Disclosed summary={landingLabels.add}>
            <LandingPageForm organisationId={organisationId} gyms={gyms} page={undefined} />
          </Disclosed>
          <Pages
            of={['landing-pages', organisationId, state]}
            read={(after, signal) => {
              const query = { organisationId, state, after, limit: A_PAGE };
              return ask('GET /api/admin/landing-pages', { query }, { signal });
            }}
            what={landingLabels.looking}
            empty={
              <Empty title={state === undefined ? landingLabels.nothing : landingLabels.nothingSo}>
                {state === undefined ? landingLabels.nothingMore : landingLabels.nothingSoMore}
              </Empty>
            }
          >
            {(pages) => (
              <ul class="records">
                {pages.map((page) => (
                  <OneLandingPage key={page.landingPageId} page={page} gyms={gyms} />
                ))}
              </ul>
            )}
          </Pages>
        </section>
      )}
    </Answered>
  );
};

interface OneLandingPageProps {
  readonly page: LandingPage;
  readonly gyms: readonly { readonly facilityId: string; readonly name: string }[];
}

const OneLandingPage = ({ page, gyms }: OneLandingPageProps) => {
  const { organisationId, facilityId, slug, state, draft, published, publishAt } = page;
  const gym = gyms.find((one) => one.facilityId === facilityId)?.name;
  return (
    <li>
      <div class="record-head">
        <strong>
          <bdi>{(draft ?? published)?.title ?? slug}</bdi>
        </strong>
        <span class="fact" data-tone={state === 'published' ? 'calm' : 'held'}>
          {landingWords.state(page)}
        </span>
        <code>{landingWords.address(slug)}</code>
        {gym !== undefined && <bdi class="quiet small">{gym}</bdi>}
        {publishAt !== null && (
          <span class="quiet small">{landingWords.from(utcTime.exactly(Date.parse(publishAt)))}</span>
        )}
      </div>
      <Disclosed summary={landingLabels.change}>
        <LandingPageForm organisationId={organisationId} gyms={gyms} page={page} />
      </Disclosed>
    </li>
  );
};
