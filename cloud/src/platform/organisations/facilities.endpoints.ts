import { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { isZoneName } from '@gatehouse/shared/zones/load-zones.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { FindBy } from '../../kit/http/resource.ts';
import { noSuchPlace, type Placed, type PlatformCaller, platformEndpoint } from '../users/platform-surface.ts';
import { usersFaults } from '../users/users.faults.ts';
import { PlaceGiven, SocialLinksGiven } from './facility-fields.ts';
import { organisationsFault, organisationsFaults } from './organisations.faults.ts';
import type { OrganisationsService } from './organisations.service.ts';

/** Partners whose integration is on at a facility, and that are not connected to an organisation. */
export type StrangersTo = (
  tx: Tx,
  facilityId: FacilityId,
  orgId: OrgId,
) => Promise<readonly { readonly name: string }[]>;

/** Serial numbers of devices of a facility that devices of an organisation have as well. */
export type SerialsTakenIn = (tx: Tx, facilityId: FacilityId, orgId: OrgId) => Promise<readonly string[]>;

export interface FacilityDeps {
  readonly organisations: Pick<
    OrganisationsService,
    'addTemplate' | 'updateFacility' | 'findOrganisation' | 'moveFacility'
  >;
  readonly strangersTo: StrangersTo;
  readonly serialsTakenIn: SerialsTakenIn;
}

const { place_unknown } = usersFaults;
const name = z.string().trim().min(1).max(120);
const timezone = z
  .string()
  .max(120)
  .refine((zone) => isZoneName(bundledZones(), zone), 'must be the IANA name of a time zone')
  .describe('The IANA name of the time zone that it lies in.');
const facility = z.string().max(64).describe('The facility.').brand<'FacilityId'>();
const AT = { facilityId: 'fac_0123456789abcdef' };

/** The organisation that a body names. */
const theOrganisation = {
  find: async (
    { organisations }: Pick<FacilityDeps, 'organisations'>,
    { body: { organisationId } }: { readonly body: { readonly organisationId: OrgId } },
    { tx }: FindBy<PlatformCaller>,
  ): Promise<Placed | undefined> =>
    (await organisations.findOrganisation(tx, organisationId)) && { at: { organisationId } },
  missing: () => noSuchPlace('organisation'),
};

export const addFacility = platformEndpoint<FacilityDeps>()({
  id: 'clubs.add',
  method: 'POST',
  path: '/api/admin/clubs/addclub',
  summary: 'Create the template of a facility',
  description:
    'Makes a facility of which only the name and the time zone are known: no doors, no partners, nobody who may enter. Its details come with `PUT /api/admin/clubs/{facilityId}`.',
  gate: { needs: 'facility-manager', in: 'resource' },
  resource: theOrganisation,
  body: z.strictObject({
    organisationId: OrgId.describe('Whose facility it is.'),
    name: name.describe('What it is called.'),
    timezone,
  }),
  success: {
    status: 201,
    description: 'The template.',
    schema: z.object({ facilityId: FacilityId, template: z.literal(true) }),
  },
  examples: {
    body: {
      organisationId: 'org_0123456789abcdef',
      name: 'Riverside Strength Brisbane',
      timezone: 'Australia/Brisbane',
    },
    success: { ...AT, template: true },
  },
  faults: { place_unknown },
  audit: { event: 'club.added', target: ({ body }) => body.organisationId },
  handle: async ({ organisations }, { body: { organisationId, ...facility } }, { tx, about, at }) => {
    const facilityId = await organisations.addTemplate(tx, { orgId: organisationId, ...facility });
    about(facilityId);
    at({ realm: organisationId, site: facilityId });
    return { facilityId, template: true as const };
  },
});

export const updateFacility = platformEndpoint<FacilityDeps>()({
  id: 'clubs.fill-in',
  method: 'PUT',
  path: '/api/admin/clubs/:facilityId',
  summary: 'Fill in the details of a facility',
  description: 'Fields that are left out keep their value, null clears one. A template is one no longer.',
  gate: { needs: 'facility-manager', in: 'facility' },
  params: z.strictObject({ facilityId: facility }),
  body: z.strictObject({
    name: name.optional().describe('What it is called.'),
    brand: name.nullable().optional().describe('The brand that it goes by.'),
    websiteUrl: z
      .url({ protocol: /^https?$/ })
      .max(300)
      .nullable()
      .optional()
      .describe('Its own page: http or https.'),
    latitude: z.number().min(-90).max(90).nullable().optional().describe('Degrees, north positive.'),
    longitude: z.number().min(-180).max(180).nullable().optional().describe('Degrees, east positive.'),
    socialLinks: SocialLinksGiven.nullable()
      .optional()
      .describe('Where it is on social networks; replaced as a whole.'),
    placeData: PlaceGiven.nullable().optional().describe('Its address; replaced as a whole.'),
  }),
  success: { status: 200, description: 'It is filled in.', schema: z.object({ facilityId: z.string() }) },
  examples: {
    params: AT,
    body: {
      brand: 'Riverside Strength',
      websiteUrl: 'https://riverside.example',
      latitude: -27.4698,
      longitude: 153.0251,
      socialLinks: { instagram: { handle: 'riverside.strength' } },
      placeData: { address_1: '12 River Lane', postcode: '4000', isManual: true },
    },
    success: AT,
  },
  faults: { place_unknown },
  audit: { event: 'club.filled-in', target: ({ params }) => params.facilityId },
  handle: async ({ organisations }, { params, body }, { tx }) => {
    await organisations.updateFacility(tx, params.facilityId, body);
    return { facilityId: params.facilityId };
  },
});

export const moveFacility = platformEndpoint<FacilityDeps>()({
  id: 'clubs.move',
  method: 'POST',
  path: '/api/admin/clubs/move-facility/:club',
  summary: 'Move a facility to another brand or organisation',
  description:
    'The facility keeps its doors, boxes and people. Whoever held something in the old organisation loses it here, and those of the new one gain it. Refused while a partner is enabled at the facility that the new organisation is not connected to, and while a device has a serial number that is taken there.',
  gate: { needs: 'super-admin', in: 'facility' },
  act: 'grave:move-facility',
  stepUp: true,
  resource: theOrganisation,
  params: z.strictObject({ club: facility }),
  body: z.strictObject({
    organisationId: OrgId.describe('Whose facility it is from now on.'),
    brand: name
      .nullable()
      .optional()
      .describe('The brand that it goes by from now on. Stays unless given; null: none.'),
  }),
  success: {
    status: 200,
    description: 'Where it is now.',
    schema: z.object({ facilityId: z.string(), organisationId: z.string() }),
  },
  examples: {
    params: { club: AT.facilityId },
    body: { organisationId: 'org_fedcba9876543210' },
    success: { ...AT, organisationId: 'org_fedcba9876543210' },
  },
  faults: { place_unknown, ...organisationsFaults },
  audit: { event: 'club.moved', target: ({ params, body }) => `${params.club} to ${body.organisationId}` },
  handle: async (
    { organisations, strangersTo, serialsTakenIn },
    { params, body: { organisationId, brand } },
    { tx },
  ) => {
    const facilityId = params.club;
    const strangers = await strangersTo(tx, facilityId, organisationId);
    if (strangers.length > 0)
      throw organisationsFault(
        'facility_move_blocked',
        `organisationId: is not connected to ${strangers.map((partner) => partner.name).join(', ')}, enabled at this facility.`,
      );
    const serials = await serialsTakenIn(tx, facilityId, organisationId);
    if (serials.length > 0)
      throw organisationsFault(
        'facility_move_blocked',
        `organisationId: has devices with the serial numbers ${serials.join(', ')}, which devices of this facility have.`,
      );
    await organisations.moveFacility(tx, facilityId, {
      orgId: organisationId,
      ...(brand !== undefined && { brand }),
    });
    return { facilityId, organisationId };
  },
});
