import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { pageOfParts, pageSchema, pagesOf, partSize } from '../../kit/http/paging.ts';
import { type OrganisationsService, PlaceData } from '../../platform/organisations/organisations.module.ts';
import type { Facility } from '../../platform/organisations/organisations.service.ts';
import { visibleScopes } from '../../platform/users/platform-surface.ts';
import { restEndpoint } from './rest-surface.ts';

interface Deps {
  readonly organisations: Pick<OrganisationsService, 'facilitiesWithin'>;
}

const FacilityPlace = z
  .object({
    facility_id: z.string().describe('The facility.'),
    name: z.string().describe('What it is called.'),
    brand: z.string().nullable().describe('The brand that it goes by; null: none.'),
    latitude: z.number().nullable().describe('Degrees, north positive; null: nobody has said.'),
    longitude: z.number().nullable().describe('Degrees, east positive; null: nobody has said.'),
    place_data: PlaceData.nullable().describe('Its address; null: nobody has said.'),
  })
  .meta({ id: 'FacilityPlace' });

const RIVERSIDE: z.input<typeof FacilityPlace> = {
  facility_id: 'fac_0123456789abcdef',
  name: 'Riverside Strength Brisbane',
  brand: 'Riverside Strength',
  latitude: -27.4698,
  longitude: 153.0251,
  place_data: { address_1: '12 River Lane', postcode: '4000', isManual: true },
};

const placeOf = ({ id, name, brand, latitude, longitude, place_data }: Facility) => ({
  facility_id: id as string,
  name,
  brand,
  latitude,
  longitude,
  place_data: place_data === null ? null : JSON.parse(place_data),
});

export const listFacilitiesOf = restEndpoint<Deps>()({
  id: 'clubs.of-organisation',
  method: 'GET',
  path: '/v1/rest/organisations/:organisationId/facilities',
  summary: 'List the facilities of an organisation',
  description: 'Those where you are staff, by their ids: what they are called and where they are.',
  gate: {
    anyOf: [
      { needs: 'facility-staff', in: 'organisation' },
      { needs: 'facility-staff', in: 'facility of organisation' },
    ],
  },
  params: z.strictObject({ organisationId: z.string().max(64).describe('The organisation.').brand<'OrgId'>() }),
  query: z.strictObject({ ...pagesOf({ of: 'fac' }) }),
  success: { status: 200, description: 'A page.', schema: pageSchema(FacilityPlace) },
  examples: { params: { organisationId: 'org_0123456789abcdef' }, success: { data: [RIVERSIDE], next: null } },
  graph: { omit: 'the facilities of an organisation are a list of the platform API there' },
  faults: {},
  handle: async ({ organisations }, { params, query: { after, limit } }, { caller, read }) => {
    const organisationId: OrgId = params.organisationId;
    const reach = visibleScopes(caller, 'facility-staff');
    const partAfter = (after: string) =>
      read((tx) => organisations.facilitiesWithin(tx, reach, { organisationId, after, size: partSize(limit, false) }));
    const { page, next } = await pageOfParts({ after, limit }, partAfter, ({ id }) => id);
    return { data: page.map(placeOf), next };
  },
});
