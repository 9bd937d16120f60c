import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { pageOfParts, pageSchema, pagesOf, partSize } from '../../kit/http/paging.ts';
import { installerReadsAtDesk } from '../../platform/users/facility-surface.ts';
import { platformEndpoint, visibleScopes } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import type { FacilitiesService, FacilityNow } from './facilities.service.ts';
import { EXAMPLE_FACILITY, FacilityDetails, FacilityListed } from './facility-fields.ts';

interface Deps {
  readonly facilities: Pick<FacilitiesService, 'part' | 'find' | 'findEach' | 'offsetsOf'>;
}

const { place_unknown } = usersFaults;
const { websiteUrl, latitude, longitude, socialLinks, placeData, offsets, ...LISTED } = EXAMPLE_FACILITY;

export const listFacilities = platformEndpoint<Deps>()({
  id: 'clubs.list',
  method: 'GET',
  path: '/api/facilities',
  graph: { on: 'Organisation', as: 'facilities', with: { organisationId: 'organisationId' }, of: 'Facility' },
  summary: 'List facilities',
  description:
    'The facilities where you are staff or install doors, by their ids, each with how it does at this moment. With `q` or `needsAttention` a page may have fewer than `limit`, or none, and there is a next one still.',
  gate: {
    anyOf: [
      { needs: ['facility-staff', 'installer'], in: 'organisation', atDesk: true },
      { needs: ['facility-staff', 'installer'], in: 'facility of organisation', atDesk: true },
    ],
  },
  query: z.strictObject({
    organisationId: z.string().max(64).brand<'OrgId'>().optional().describe('Only those of this organisation.'),
    q: z
      .string()
      .trim()
      .min(1)
      .max(120)
      .optional()
      .describe('Only those whose name or brand has this text in it, whatever its capitals.'),
    needsAttention: z
      .enum(['true', 'false'])
      .optional()
      .describe(
        '`true`: only those with an open warning, a lockdown that stands, or a door or a box that is not online. `false`: only the others.',
      ),
    ...pagesOf({ of: 'fac' }),
  }),
  success: { status: 200, description: 'A page of facilities.', schema: pageSchema(FacilityListed) },
  examples: { query: { needsAttention: 'true' }, success: { data: [LISTED], next: null } },
  faults: {},
  handle: async (
    { facilities },
    { query: { organisationId, q, needsAttention: looked, after, limit } },
    { caller, read },
  ) => {
    const needsAttention = looked === undefined ? undefined : looked === 'true';
    const size = partSize(limit, q !== undefined || needsAttention !== undefined);
    const reach = visibleScopes(caller, ['facility-staff', 'installer']);
    const partAfter = (after: string) =>
      read((tx) => facilities.part(tx, reach, { organisationId, q, needsAttention, after, size }));
    const { page, next } = await pageOfParts({ after, limit }, partAfter, ({ facility }) => facility.id);
    return { data: page.map(listedAs), next };
  },
});

export const readFacility = platformEndpoint<Deps>()({
  id: 'clubs.read',
  method: 'GET',
  path: '/api/facilities/:facilityId',
  graph: {
    node: 'Facility',
    key: 'facilityId',
    prefix: 'fac_',
    called: { doors: 'doorCounts', boxes: 'boxCounts', lockdowns: 'lockdownCount' },
  },
  summary: 'Read a facility',
  description:
    'What is known of it, how it does at this moment, and what clocks there show: browsers have tables of time zones of their own, and some of them are wrong.',
  gate: installerReadsAtDesk,
  params: z.strictObject({ facilityId: z.string().max(64).describe('The facility.').brand<'FacilityId'>() }),
  success: { status: 200, description: 'The facility.', schema: FacilityDetails },
  examples: { params: { facilityId: LISTED.facilityId }, success: EXAMPLE_FACILITY },
  faults: { place_unknown },
  handle: async (deps, { params }, { read }) =>
    detailsOf(deps, await read((tx) => deps.facilities.find(tx, params.facilityId))),
  many: async (deps, inputs, { read }) => {
    const ids = inputs.map(({ params }) => params.facilityId);
    const found = await read((tx) => deps.facilities.findEach(tx, ids));
    return ids.map((id) => detailsOf(deps, found.get(id)));
  },
});

const detailsOf = ({ facilities }: Deps, found: FacilityNow | undefined) => {
  if (found === undefined) throw new Bug('a facility is gone that the gate has found');
  const { facility } = found;
  return {
    ...listedAs(found),
    websiteUrl: facility.website_url,
    latitude: facility.latitude,
    longitude: facility.longitude,
    socialLinks: jsonOrNull(facility.social_links),
    placeData: jsonOrNull(facility.place_data),
    offsets: facilities.offsetsOf(facility).map(({ fromS, offset, abbreviation }) => ({
      from: isoOf(fromS * 1_000),
      minutes: Math.round(offset / 60),
      abbreviation,
    })),
  };
};

const listedAs = ({ facility, doors, boxes, warningsOpen, lockdowns }: FacilityNow) => ({
  facilityId: facility.id,
  name: facility.name,
  brand: facility.brand,
  organisationId: facility.org_id,
  timezone: facility.timezone,
  template: facility.template === 1,
  doors,
  boxes,
  warningsOpen,
  lockdowns,
});

const jsonOrNull = (text: string | null) => (text === null ? null : JSON.parse(text));
