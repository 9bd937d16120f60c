import type { FacilityListed, Organisation } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { words } from '../../words/en.ts';
import { organisationPageWords } from '../../words/organisation-en.ts';
import { organisationWords } from '../../words/platform-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import { addressOf } from '../routes.ts';
import { OrganisationHolidays } from './holidays.tsx';
import { PartnerKeysHere } from './partner-keys-here.tsx';

const A_PAGE = 50;

/** One organisation: its facilities, the holidays that it keeps, and which keys of partners reach it. */
export const OrganisationPage = ({ organisationId }: { readonly organisationId: string }) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['organisation', organisationId],
    queryFn: ({ signal }) => ask('GET /api/organisations/{organisationId}', { path: { organisationId } }, { signal }),
  });
  return (
    <PlainPage title={query.data?.name ?? organisationPageWords.one}>
      <Answered query={query} what={organisationPageWords.lookingAtOne}>
        {(organisation) => (
          <div class="account">
            <p class="whereabouts">
              <a href={addressOf('organisations', {})}>{organisationPageWords.back}</a>
              {organisation.rights.includes('org-admin') && (
                <a href={`${addressOf('webhooks', {})}?${new URLSearchParams({ organisation: organisationId })}`}>
                  {organisationWords.webhooks}
                </a>
              )}
            </p>
            <Facilities organisation={organisation} />
            <OrganisationHolidays organisation={organisation} />
            {organisation.rights.includes('org-admin') && <PartnerKeysHere organisationId={organisationId} />}
          </div>
        )}
      </Answered>
    </PlainPage>
  );
};

const Facilities = ({ organisation: { organisationId } }: { readonly organisation: Organisation }) => {
  const { ask } = useConsole();
  return (
    <section class="panel" aria-labelledby="facilities-title">
      <h2 id="facilities-title">{organisationPageWords.facilities}</h2>
      <Pages<FacilityListed>
        of={['facilities-of', organisationId]}
        read={(after, signal) =>
          ask('GET /api/facilities', { query: { organisationId, after, limit: A_PAGE } }, { signal })
        }
        what={organisationPageWords.lookingAtFacilities}
        empty={<Empty title={organisationPageWords.noFacilities} />}
      >
        {(facilities) => (
          <ul class="records">
            {facilities.map(({ facilityId, name, timezone, doors }) => (
              <li key={facilityId}>
                <div class="record-head">
                  <a href={addressOf('doors', { facilityId })}>
                    <bdi>{name}</bdi>
                  </a>
                  <span class="quiet small">{words.doors(doors.total)}</span>
                  <span class="quiet small">{timezone}</span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Pages>
    </section>
  );
};
