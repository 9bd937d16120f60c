import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { z } from 'zod';
import { providerFaults } from '../../kit/outbound/provider-faults.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { AT_FACILITY, facilityParams } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { storeFaults } from './store.faults.ts';
import type { StoreService } from './store.service.ts';
import { PUSHED_FIELDS } from './store-fields.ts';

interface Deps {
  readonly storeLocations: StoreService;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
}

const part = (what: string, most = 120) => z.string().trim().min(1).max(most).optional().describe(what);
const Fields = z.array(z.enum(PUSHED_FIELDS));

const Pushed = z.object({
  locationId: z.string().describe('The location, as the store calls it.'),
  pushed: Fields.describe('What was different there, and is now as asked.'),
  unchanged: Fields.describe('What was so already.'),
});
const REFUSED = {
  error: 'store_refused',
  message: 'body.address.zip: Zip is not valid for Australia',
  errors: [{ path: 'body.address.zip', rule: 'refused', message: 'Zip is not valid for Australia' }],
  request_id: 'req_0123456789abcdef',
} as const;

export const updateStoreClub = platformEndpoint<Deps>()({
  id: 'store.update-club',
  method: 'PUT',
  unit: 'own',
  path: '/api/admin/store/clubs/:clubID',
  summary: 'Update a facility in the online store',
  description:
    'Brings its location there to what is asked, and adds one where there is none. What is left out comes from the facility: name and address; `phone`, `fulfillsOnlineOrders` and `active` stay as they are there. A location that was added before is found by the facility, also where the answer to that was lost. One request for a facility at a time.',
  gate: { needs: 'admin', in: 'facility' },
  params: z.object({ clubID: facilityParams.facilityId }),
  body: z.strictObject({
    name: part('What it is called there.'),
    address: z
      .strictObject({
        address1: part('Street and number.'),
        address2: part('Floor, unit, building.'),
        city: part('The city.'),
        countryCode: z
          .string()
          .regex(/^[A-Z]{2}$/, 'must be a country code of ISO 3166-1 alpha-2')
          .optional()
          .describe('ISO 3166-1 alpha-2.'),
        provinceCode: part('The state or province, as the country abbreviates it.', 10),
        zip: part('The postcode.', 20),
      })
      .optional()
      .describe('Parts that are left out come from the facility.'),
    phone: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, 'must be a phone number of E.164, such as +61733334444')
      .optional()
      .describe('Where customers call: E.164.'),
    fulfillsOnlineOrders: z.boolean().optional().describe('Whether orders of the store are sent from there.'),
    active: z.boolean().optional().describe('Whether the location is used at all.'),
  }),
  success: { status: 200, description: 'It is there as asked.', schema: Pushed },
  examples: {
    params: { clubID: AT_FACILITY.facilityId },
    body: { phone: '+61733334444', active: true },
    success: {
      locationId: 'gid://shopify/Location/1001',
      pushed: ['name', 'phone'],
      unchanged: ['address', 'active'],
    },
  },
  faults: { place_unknown: usersFaults.place_unknown, ...storeFaults, ...providerFaults },
  faultBodies: {
    store_refused: {
      schema: z.object({
        error: z.literal('store_refused'),
        message: z.string(),
        errors: z
          .array(z.object({ path: z.string(), rule: z.string(), message: z.string() }))
          .describe('Each field that the store refuses, in its own words.'),
        request_id: z.string(),
      }),
      example: REFUSED,
    },
  },
  audit: { event: 'store.club-updated', target: ({ params }) => params.clubID },
  handle: async ({ storeLocations, organisations }, { params, body }, { read, write }) => {
    const facility = await read((tx) => organisations.findFacility(tx, params.clubID));
    if (facility === undefined) throw new Bug('a gate let somebody through to a facility that there is not');
    return storeLocations.push(facility, body, write);
  },
});
