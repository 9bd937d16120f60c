import type { Answer } from '../../client/client.ts';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { partnersWords } from '../../words/partners-en.ts';
import { useConsole } from '../console.ts';
import { addressOf } from '../routes.ts';
import { usePlaces } from '../users/places.ts';

type Place = Answer<'GET /api/admin/partners/{partnerId}/integrations'>['data'][number];
const A_PAGE = 50;

/** The facilities that a partner may work with, and at which of them it is on. */
export const PartnerFacilities = ({ partnerId }: { readonly partnerId: string }) => {
  const { ask } = useConsole();
  const { data: places } = usePlaces();
  const nameOf = (id: string): string | undefined =>
    places?.organisations.find(({ organisationId }) => organisationId === id)?.name;
  return (
    <section class="panel" aria-labelledby="where-title">
      <h2 id="where-title">{partnersWords.where}</h2>
      <p class="quiet">{partnersWords.whereMore}</p>
      <Pages<Place>
        of={['partner-places', partnerId]}
        read={(after, signal) =>
          ask(
            'GET /api/admin/partners/{partnerId}/integrations',
            { path: { partnerId }, query: { after, limit: A_PAGE } },
            { signal },
          )
        }
        what={partnersWords.lookingAtFacilities}
        empty={<Empty title={partnersWords.noFacilities}>{partnersWords.noFacilitiesMore}</Empty>}
      >
        {(data) => (
          <ul class="records">
            {data.map(({ facilityId, name, organisationId, enabled, linkingIdentifier }) => (
              <li key={facilityId}>
                <div class="record-head">
                  <a href={addressOf('integrations', { facilityId })}>
                    <bdi>{name}</bdi>
                  </a>
                  <span class="fact" data-tone={enabled ? 'calm' : 'held'}>
                    {partnersWords.isOn(enabled)}
                  </span>
                  <bdi class="quiet small">{nameOf(organisationId)}</bdi>
                  {linkingIdentifier !== null && (
                    <bdi class="quiet small">{partnersWords.called(linkingIdentifier)}</bdi>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
      </Pages>
    </section>
  );
};
