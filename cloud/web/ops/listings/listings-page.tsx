import type { ListedLocation, Listing } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { Empty } from '../../kit/states.tsx';
import { FIELDS, listingLabels, listingWords } from '../../words/listings-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { FacilityFrame } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { holdsAt } from '../session/rights.ts';
import { PutThere } from './put-there.tsx';
import { StoreForm } from './store-form.tsx';

interface Place {
  readonly facilityId: string;
  readonly organisationId: string;
}

/** What others show of a gym, and how that differs from what is so. */
export const ListingsPage = ({ facilityId }: { readonly facilityId: string }) => (
  <FacilityFrame facilityId={facilityId} here="settings" title={listingLabels.title}>
    {({ facility }) => (
      <article class="stack" aria-labelledby="listings-title">
        <div>
          <p class="eyebrow">
            <a href={addressOf('settings', { facilityId })}>{listingLabels.back}</a>
          </p>
          <h1 id="listings-title" tabIndex={-1}>
            {listingLabels.title}
          </h1>
          <p class="quiet">{listingLabels.more}</p>
        </div>
        <AtProvider place={facility} />
        <Publishers facilityId={facilityId} />
        <InStore place={facility} />
      </article>
    )}
  </FacilityFrame>
);

const useAdministers = (place: Place): boolean => {
  const now = useConsole().state.value;
  return 'session' in now && holdsAt(now.session.roles, 'admin', place);
};

const AtProvider = ({ place }: { readonly place: Place }) => {
  const { ask } = useConsole();
  const { facilityId } = place;
  const administers = useAdministers(place);
  const found = useQuery({
    queryKey: ['listings', facilityId, 'links'],
    queryFn: ({ signal }) => ask('GET /api/admin/listsvc/location', { query: { facilityId } }, { signal }),
  });
  return (
    <section class="panel stack" aria-labelledby="location-title">
      <h2 id="location-title">{listingLabels.location}</h2>
      <Answered query={found} what={listingLabels.looking}>
        {({ data: [link] }) => (
          <>
            {link === undefined ? (
              <Empty title={listingLabels.notThere}>{listingLabels.notThereMore}</Empty>
            ) : (
              <OneLocation facilityId={facilityId} locationId={link.locationId} />
            )}
            {administers && <PutThere facilityId={facilityId} link={link} />}
          </>
        )}
      </Answered>
    </section>
  );
};

const OneLocation = ({ facilityId, locationId }: { readonly facilityId: string; readonly locationId: string }) => {
  const { ask } = useConsole();
  const ago = useAgo();
  const found = useQuery({
    queryKey: ['listings', facilityId, 'one', locationId],
    queryFn: ({ signal }) =>
      ask('GET /api/admin/listsvc/location/{id}', { path: { id: locationId }, query: { facilityId } }, { signal }),
  });
  return (
    <Answered query={found} what={listingLabels.lookingAtOne}>
      {(location) => (
        <div class="stack">
          <Standing location={location} />
          <p class="quiet small">{listingWords.seen(ago(location.seenAt))}</p>
        </div>
      )}
    </Answered>
  );
};

const Standing = ({ location }: { readonly location: ListedLocation }) => {
  const { state, upstream, drift } = location;
  if (state === 'removing') return <p>{listingLabels.removing}</p>;
  if (upstream === null) return <p class="problem">{listingLabels.gone}</p>;
  if (drift.length === 0) return <p>{listingLabels.same}</p>;
  return (
    <>
      <p class="problem">{listingWords.drift(drift)}</p>
      <FiguresTable
        title={listingWords.drift(drift)}
        columns={[listingLabels.field, listingLabels.here, listingLabels.there]}
        rows={drift.map((field) => ({
          key: field,
          name: FIELDS[field],
          cells: [shown(location.ours[field]), shown(upstream[field])],
        }))}
      />
    </>
  );
};

/** A value of a listing on one line: what has several is written one after the other. */
const shown = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return listingLabels.nothing;
  if (typeof value !== 'object') return String(value);
  const parts = Array.isArray(value)
    ? value.map(shown)
    : Object.entries(value).map(([name, one]) =>
        /^(line|city|reg|post|country|date|start|end)/.test(name) ? shown(one) : `${name} ${shown(one)}`,
      );
  return parts.length === 0 ? listingLabels.nothing : parts.join(', ');
};

const Publishers = ({ facilityId }: { readonly facilityId: string }) => {
  const { ask } = useConsole();
  const ago = useAgo();
  const found = useQuery({
    queryKey: ['listings', facilityId, 'publishers'],
    queryFn: ({ signal }) =>
      ask('GET /api/admin/club/{clubId}/listsvc/listings', { path: { clubId: facilityId } }, { signal }),
  });
  return (
    <section class="panel stack" aria-labelledby="publishers-title">
      <h2 id="publishers-title">{listingLabels.publishers}</h2>
      <Answered query={found} what={listingLabels.lookingAtPublishers}>
        {({ data, asOf }) => (
          <>
            {data.length === 0 ? (
              <Empty title={listingLabels.nowhere} />
            ) : (
              <ul class="records">
                {data.map((listing) => (
                  <OneListing key={listing.publisher} listing={listing} />
                ))}
              </ul>
            )}
            <p class="quiet small">{listingWords.asOf(ago(asOf))}</p>
          </>
        )}
      </Answered>
    </section>
  );
};

const OneListing = ({ listing: { publisher, status, details, url } }: { readonly listing: Listing }) => (
  <li>
    <div class="record-head">
      <strong>
        <bdi>{publisher}</bdi>
      </strong>
      <bdi class="fact">{status}</bdi>
      {url?.startsWith('https://') && (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {listingLabels.open}
        </a>
      )}
    </div>
    {details.map((detail) => (
      <p key={detail} class="quiet small">
        <bdi>{detail}</bdi>
      </p>
    ))}
  </li>
);

const InStore = ({ place }: { readonly place: Place }) =>
  useAdministers(place) && (
    <section class="panel stack" aria-labelledby="store-title">
      <div>
        <h2 id="store-title">{listingLabels.store}</h2>
        <p class="quiet">{listingLabels.storeMore}</p>
      </div>
      <StoreForm facilityId={place.facilityId} />
    </section>
  );
