import { z } from 'zod';
import { PlaceData, SocialLinks } from '../../platform/organisations/organisations.module.ts';
import type { Facility, OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { partnerEndpoint } from './partner-surface.ts';

interface Deps {
  readonly organisations: Pick<OrganisationsService, 'listOrganisations' | 'listFacilities'>;
}

const OrganisationView = z.object({ org_id: z.string(), name: z.string() }).meta({ id: 'Organisation' });

const FacilityView = z
  .object({
    facility_id: z.string(),
    org_id: z.string(),
    name: z.string(),
    brand: z.string().optional(),
    website_url: z.string().optional(),
    timezone: z.string().describe('IANA zone name.'),
    social_links: SocialLinks.optional(),
    place_data: PlaceData.optional(),
    latitude: z.number().optional(),
    longitude: z.number().optional(),
    linking_identifier: z.string().optional(),
    custom_fields: z
      .record(z.string(), z.string())
      .optional()
      .describe('What the facility filled in for the further fields of your integration, by their keys.'),
  })
  .meta({ id: 'Facility' });

export const listOrganisations = partnerEndpoint<Deps>()({
  id: 'organisations.list',
  method: 'GET',
  path: '/partner/v1/organisations',
  summary: 'List organisations',
  description: 'The organisations where your integration is enabled for at least one facility, ordered by id.',
  gate: { key: 'read' },
  success: { status: 200, description: 'All of them.', schema: z.object({ data: z.array(OrganisationView) }) },
  examples: { success: { data: [{ org_id: 'org_0123456789abcdef', name: 'Riverside Strength' }] } },
  faults: {},
  handle: async ({ organisations }, _input, { caller, read }) => {
    const rows = await read((tx) => organisations.listOrganisations(tx, caller));
    return { data: rows.map(({ id, name }) => ({ org_id: id, name })) };
  },
});

export const listFacilities = partnerEndpoint<Deps>()({
  id: 'facilities.list',
  method: 'GET',
  path: '/partner/v1/facilities',
  summary: 'List facilities',
  description: 'The facilities that have your integration enabled, ordered by id.',
  gate: { key: 'read' },
  success: { status: 200, description: 'All of them.', schema: z.object({ data: z.array(FacilityView) }) },
  examples: {
    success: {
      data: [
        {
          facility_id: 'fac_0123456789abcdef',
          org_id: 'org_0123456789abcdef',
          name: 'Riverside Strength Brisbane',
          timezone: 'Australia/Brisbane',
          brand: 'Riverside Strength',
          website_url: 'https://riverside.example',
          latitude: -27.4698,
          longitude: 153.0251,
          social_links: { instagram: { handle: 'riverside.strength' } },
          place_data: {
            address_1: '12 River Lane',
            city: { full_name: 'Brisbane', short_name: 'BNE' },
            country: { en_full_name: 'Australia', full_name: 'Australia', iso_code: 'AU' },
            formatted_address: '12 River Lane, Brisbane QLD 4000, Australia',
            isManual: true,
            postcode: '4000',
            province: { abbreviation: 'QLD', full_name: 'Queensland' },
          },
        },
      ],
    },
  },
  faults: {},
  handle: async ({ organisations }, _input, { caller, read }) => {
    const rows = await read((tx) => organisations.listFacilities(tx, caller));
    return {
      data: rows.map((row) => {
        const custom = row.custom_values === '{}' ? null : (JSON.parse(row.custom_values) as Record<string, string>);
        return { ...view(row), ...given({ linking_identifier: row.linking_identifier, custom_fields: custom }) };
      }),
    };
  },
});

const view = (row: Facility) => ({
  facility_id: row.id,
  org_id: row.org_id,
  name: row.name,
  timezone: row.timezone,
  ...given({
    brand: row.brand,
    website_url: row.website_url,
    latitude: row.latitude,
    longitude: row.longitude,
    social_links: row.social_links === null ? null : JSON.parse(row.social_links),
    place_data: row.place_data === null ? null : JSON.parse(row.place_data),
  }),
});

/** Leaves out what the database does not have: an absent field, never a null. */
const given = <T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
