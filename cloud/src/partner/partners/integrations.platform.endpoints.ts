import { z } from 'zod';
import { listSchema, pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { AT_FACILITY, facilityParams, facilityReads } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { accountGate, anAccount } from './an-account.ts';
import { INTEGRATIONS, PARTNER, PLACES } from './examples.ts';
import { partnersFaults } from './partners.faults.ts';
import { onePartner } from './partners.platform.endpoints.ts';
import type { PartnersService } from './partners.service.ts';

export const listIntegrations = platformEndpoint<{ readonly partners: Pick<PartnersService, 'listIntegrations'> }>()({
  id: 'integrations.list',
  method: 'GET',
  path: '/api/access-control/:facilityId/integrations',
  graph: { on: 'Facility', as: 'integrations', with: { facilityId: 'facilityId' } },
  summary: 'List the partners that a facility may work with',
  description:
    'Those that may know of its organisation, enabled here or not. `linkingIdentifier` is what the partner calls the facility, under `linkingLabel`.',
  gate: facilityReads,
  params: z.object(facilityParams),
  success: {
    status: 200,
    description: 'All of them, by name.',
    schema: listSchema(
      z.object({
        partnerId: z.string(),
        name: z.string(),
        linkingMethod: z.enum(['facility_id', 'linking_identifier']),
        linkingLabel: z.string(),
        prefix: z.string(),
        customFields: z.array(z.object({ key: z.string(), label: z.string() })),
        enabled: z.boolean(),
        linkingIdentifier: z.string().nullable(),
        customValues: z
          .record(z.string(), z.string())
          .describe('What the facility filled in, by the key of the field.'),
      }),
    ),
  },
  examples: { params: AT_FACILITY, success: { data: INTEGRATIONS } },
  faults: { place_unknown: usersFaults.place_unknown },
  handle: async ({ partners }, { params }) => ({
    data: (await partners.listIntegrations(params.facilityId)).map(({ customFields, customValues, ...rest }) => ({
      ...rest,
      customValues: { ...customValues },
      customFields: [...customFields],
    })),
  }),
});

type Places = { readonly partners: Pick<PartnersService, 'account' | 'listPlaces'> };

export const listIntegratedFacilities = platformEndpoint<Places>()({
  id: 'integrations.of-partner',
  method: 'GET',
  path: '/api/admin/partners/:partnerId/integrations',
  graph: { on: 'Partner', as: 'integrations', with: { partnerId: 'partnerId' } },
  summary: 'List the facilities that a partner may work with',
  description:
    'Those of the organisations that the account is opened to, enabled there or not, in the order of their ids. Who manages a facility enables it there.',
  gate: accountGate,
  resource: anAccount,
  params: onePartner,
  query: z.strictObject(pagesOf({ of: 'fac' })),
  success: {
    status: 200,
    description: 'A page.',
    schema: pageSchema(
      z.object({
        facilityId: z.string(),
        name: z.string(),
        organisationId: z.string(),
        enabled: z.boolean(),
        linkingIdentifier: z.string().nullable(),
      }),
    ),
  },
  examples: { params: PARTNER, success: { data: PLACES, next: null } },
  faults: { partner_unknown: partnersFaults.partner_unknown },
  handle: async ({ partners }, { params, query: { after, limit } }, { read }) => {
    const rows = await read((tx) => partners.listPlaces(tx, params.partnerId, { after, limit: limit + 1 }));
    const { page, next } = pageOf(rows, limit, ({ facilityId }) => facilityId);
    return { data: [...page], next };
  },
});
