import { useEffect } from 'preact/hooks';
import type { LinkedFacility, LinkedOrganisation } from '../../client/console-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { labels } from '../../words/labels-en.ts';
import { partnerLabels } from '../../words/partner-en.ts';
import { linkLabels, linkWords } from '../../words/partner-organisations-en.ts';
import { usePartner, useQuery } from '../partner-console.ts';
import { PARTNER_ROUTES } from '../routes.ts';

const TONES = { linked: 'calm', waiting: 'held', refused: 'alarm', ended: undefined } as const;

/** Whose gyms the account is linked with, and what the others wait for. */
export const OrganisationsPage = () => {
  const { ask } = usePartner();
  const query = useQuery({
    queryKey: ['organisations'],
    queryFn: ({ signal }) => ask('GET /console/v1/organisations', {}, { signal }),
  });
  useEffect(() => {
    document.title = `${partnerLabels.organisations} · ${labels.product}`;
  }, []);
  return (
    <div class="account">
      <div>
        <h1 tabIndex={-1}>{partnerLabels.organisations}</h1>
        <p class="quiet">{linkLabels.more}</p>
      </div>
      <Answered query={query} what={linkLabels.looking}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={linkLabels.none}>{linkLabels.noneMore}</Empty>
          ) : (
            data.map((organisation) => (
              <OneOrganisation key={organisation.organisationId} organisation={organisation} />
            ))
          )
        }
      </Answered>
    </div>
  );
};

/** For how long something has been so, in words and by the server's clock. */
const useStanding = (): ((since: string | null) => string) => {
  const { ticks, serverNow } = usePartner();
  void ticks.value;
  return (since) => linkWords.standing(since === null ? undefined : serverNow() - Date.parse(since));
};

const OneOrganisation = ({ organisation }: { readonly organisation: LinkedOrganisation }) => {
  const standing = useStanding();
  const { organisationId, name, state, since, missing, facilities } = organisation;
  const title = `organisation-${organisationId}`;
  return (
    <section class="panel" aria-labelledby={title}>
      <h2 id={title}>
        <bdi>{name}</bdi>
      </h2>
      <p>
        <span class="fact" data-tone={TONES[state]}>
          {linkWords.state(state)}
        </span>{' '}
        <span class="quiet">{standing(since)}</span>
      </p>
      <p class="quiet small">
        {linkLabels.id} <code>{organisationId}</code>
      </p>
      {missing.length > 0 && (
        <>
          <h3>{linkLabels.missing}</h3>
          <ul class="points">
            {missing.map((what) => (
              <li key={what}>
                {what === 'key' ? <a href={PARTNER_ROUTES.keys}>{linkWords.missing(what)}</a> : linkWords.missing(what)}
              </li>
            ))}
          </ul>
        </>
      )}
      {facilities.all > 0 && <p>{linkWords.facilities(facilities)}</p>}
      {facilities.linked + facilities.unnamed + facilities.ended > 0 && (
        <Disclosed summary={linkLabels.facilities}>
          <Facilities organisationId={organisationId} />
        </Disclosed>
      )}
    </section>
  );
};

const Facilities = ({ organisationId }: { readonly organisationId: string }) => {
  const { ask } = usePartner();
  return (
    <Pages<LinkedFacility>
      of={['linked-facilities', organisationId]}
      what={linkLabels.lookingAtFacilities}
      empty={<Empty title={linkLabels.noFacilities} />}
      read={(after, signal) =>
        ask(
          'GET /console/v1/organisations/{organisationId}/facilities',
          { path: { organisationId }, query: { after } },
          { signal },
        )
      }
    >
      {(rows) => (
        <ul class="owned">
          {rows.map((facility) => (
            <OneFacility key={facility.facilityId} facility={facility} />
          ))}
        </ul>
      )}
    </Pages>
  );
};

const OneFacility = ({ facility }: { readonly facility: LinkedFacility }) => {
  const standing = useStanding();
  const { facilityId, name, state, since, linkingIdentifier } = facility;
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{name}</bdi>{' '}
          <span class="fact" data-tone={TONES[state]}>
            {linkWords.state(state)}
          </span>
        </p>
        <p class="quiet small">
          {standing(since)} · {linkLabels.facilityId} <code>{facilityId}</code>
          {linkingIdentifier !== null && (
            <>
              {' · '}
              {linkLabels.code} <bdi>{linkingIdentifier}</bdi>
            </>
          )}
          {state === 'waiting' && ` · ${linkLabels.noCode}`}
        </p>
      </div>
    </li>
  );
};
