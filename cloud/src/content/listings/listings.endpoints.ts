import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { providerFaults } from '../../kit/outbound/provider-faults.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import {
  AT_FACILITY,
  contractClubParams,
  facilityParams,
  facilityReads,
  PathId,
} from '../../platform/users/facility-surface.ts';
import { platformEndpoint, visibleScopes } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { details } from './listed-fields.ts';
import { listingsFault, listingsFaults } from './listings.faults.ts';
import type { ListingsService } from './listings.service.ts';
import { A_LINK, A_LISTED, A_LOCATION, Link, Listing, Location } from './listings-shapes.ts';

interface Deps {
  readonly listings: ListingsService;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
}

const { place_unknown } = usersFaults;
const { location_unknown, location_taken, location_removing, listings_refused } = listingsFaults;
const { not_configured, provider_down, provider_busy } = providerFaults;
const asksProvider = { not_configured, provider_down, provider_busy };

const missing = () => listingsFault('location_unknown', 'There is no such location.');
const ofFacility = FacilityId.optional();
const atLocation = {
  params: z.object({ id: PathId.describe('The location, as the listings provider calls it.') }),
  query: z.strictObject({ facilityId: ofFacility.describe('The facility that it has to be of, where that is given.') }),
};

/** The link that a path names: of the facility that the query names, if it names one. */
const resource = {
  find: async (
    { listings }: Pick<Deps, 'listings'>,
    {
      params,
      query,
    }: { readonly params: { readonly id: string }; readonly query: { readonly facilityId?: string | undefined } },
    { tx }: { readonly tx: Tx },
  ) => {
    const link = await listings.find(tx, params.id);
    if (link === undefined || (query.facilityId ?? link.facility_id) !== link.facility_id) return undefined;
    return { ...link, at: { facilityId: link.facility_id, organisationId: link.org_id } };
  },
  missing,
};

const facilityOf = async (tx: Tx, { organisations }: Pick<Deps, 'organisations'>, facilityId: FacilityId) => {
  const facility = await organisations.findFacility(tx, facilityId);
  if (facility === undefined) throw new Bug('a gate let somebody through to a facility that there is not');
  return facility;
};

export const listLocations = platformEndpoint<Deps>()({
  id: 'listings.list',
  method: 'GET',
  path: '/api/admin/listsvc/location',
  summary: 'List which locations facilities are at the listings provider',
  description: 'Of one facility, or of all that you see, by facility. What a location says there is read by its id.',
  gate: { needs: ['facility-staff', 'admin'], in: 'anywhere' },
  query: z.strictObject({ facilityId: ofFacility.describe('Of all that you see unless given.'), ...pagesOf() }),
  success: { status: 200, description: 'The links.', schema: pageSchema(Link) },
  examples: { query: {}, success: { data: [A_LINK], next: null } },
  faults: {},
  handle: async ({ listings }, { query: { facilityId, after = '', limit } }, { read, caller }) => {
    const reach = visibleScopes(caller, ['facility-staff', 'admin']);
    const found = await read((tx) => listings.list(tx, reach, { facilityId, after, limit: limit + 1 }));
    const { page, next } = pageOf(found, limit, (link) => link.facilityId);
    return { data: [...page], next };
  },
});

export const readLocation = platformEndpoint<Deps>()({
  id: 'listings.read',
  method: 'GET',
  path: '/api/admin/listsvc/location/:id',
  summary: 'Read a location at the listings provider',
  description: 'What it says there, what it is to say by what is known here, and in which fields that is not the same.',
  gate: { needs: ['facility-staff', 'admin'], in: 'resource' },
  resource,
  ...atLocation,
  success: { status: 200, description: 'The location.', schema: Location },
  examples: { params: { id: A_LINK.locationId }, query: {}, success: A_LOCATION },
  faults: { location_unknown, listings_refused, ...asksProvider },
  handle: async (deps, _input, { read, resource: link }) => {
    const facility = await read((tx) => facilityOf(tx, deps, link.facility_id));
    return deps.listings.read(facility, link);
  },
});

export const removeLocation = platformEndpoint<Deps>()({
  id: 'listings.remove',
  method: 'DELETE',
  path: '/api/admin/listsvc/location/:id',
  summary: 'Remove a location at the listings provider',
  description: 'A job removes it there, and then the link here, as often as it takes. Until then it is `removing`.',
  gate: { needs: 'admin', in: 'resource' },
  resource,
  ...atLocation,
  success: {
    status: 202,
    description: 'A job does it.',
    schema: Link.extend({ runId: z.string().describe('The job, as the list of jobs has it.') }),
  },
  examples: {
    params: { id: A_LINK.locationId },
    query: {},
    success: { ...A_LINK, state: 'removing', runId: 'job_0123456789abcdef' },
  },
  faults: { location_unknown },
  audit: { event: 'listing.location-removed', target: ({ params }) => params.id },
  handle: ({ listings }, _input, { tx, resource: link }) => listings.remove(tx, link),
});

export const readListings = platformEndpoint<Deps>()({
  id: 'listings.read-facility',
  method: 'GET',
  path: '/api/admin/club/:clubId/listsvc/listings',
  graph: { on: 'Facility', as: 'listings', with: { clubId: 'facilityId' } },
  summary: 'Read how publishers list a facility',
  description: 'Maps, directories and the like, as the listings provider says: half an hour old at most.',
  gate: facilityReads,
  params: z.object({ clubId: facilityParams.facilityId }),
  success: {
    status: 200,
    description: 'The listings.',
    schema: z.object({ data: z.array(Listing), asOf: z.iso.datetime().describe('When the provider said so (UTC).') }),
  },
  examples: {
    params: { clubId: AT_FACILITY.facilityId },
    success: {
      data: [{ publisher: 'GOOGLEMYBUSINESS', status: 'LIVE', details: [], url: 'https://maps.example/harbour-gym' }],
      asOf: '2026-01-01T09:30:00.000Z',
    },
  },
  faults: { place_unknown, location_unknown, listings_refused, ...asksProvider },
  handle: async ({ listings }, { params: { clubId } }) => {
    const { data, asOf } = await listings.listingsOf(clubId);
    return { data: data.map((one) => ({ ...one, details: [...one.details] })), asOf };
  },
});

/** The facility; and the whole platform, where a location is named: the account there is the platform’s, whose it is nobody here knows. */
const toPut = {
  find: async (
    { organisations }: Pick<Deps, 'organisations'>,
    {
      params,
      body,
    }: { readonly params: { readonly club: FacilityId }; readonly body: { readonly locationId?: string | undefined } },
    { tx }: { readonly tx: Tx },
  ) => {
    const facility = await organisations.findFacility(tx, params.club);
    if (facility === undefined) return undefined;
    const here = { facilityId: facility.id, organisationId: facility.org_id };
    return { facility, at: body.locationId === undefined ? here : ([here, {}] as const) };
  },
  missing,
};

export const putLocation = platformEndpoint<Deps>()({
  id: 'listings.put',
  method: 'PUT',
  unit: 'own',
  path: '/api/club/:club/listsvc/location',
  summary: 'Put a facility on the listings provider',
  description:
    'Makes its location there, or brings that to what is known: name and address of the facility, and phone, hours and holidays as they were sent last. What is the same already is not pushed. A location that was made otherwise is linked by `locationId`, by whoever administers the whole platform.',
  gate: { needs: 'admin', in: 'facility' },
  resource: toPut,
  params: z.object(contractClubParams),
  body: z.strictObject({
    locationId: z
      .string()
      .regex(/^[\w.-]{1,64}$/, 'must be the id of a location: letters, digits, dots, hyphens and underscores')
      .optional()
      .describe('A location that is there already. One is made unless given.'),
    ...details,
  }),
  success: { status: 200, description: 'It is there as it is to be.', schema: Location },
  examples: {
    params: { club: AT_FACILITY.facilityId },
    body: { phone: '+61733334444', holidays: [{ date: '2026-12-25', open: [] }] },
    success: { ...A_LOCATION, upstream: A_LISTED, drift: [] },
  },
  faults: { place_unknown, location_unknown, location_taken, location_removing, listings_refused, ...asksProvider },
  audit: { event: 'listing.location-put', target: ({ params }) => params.club },
  handle: ({ listings }, { body }, { resource, write }) => listings.put(resource.facility, body, write),
});
