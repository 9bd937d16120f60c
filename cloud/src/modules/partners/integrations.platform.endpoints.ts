import { z } from 'zod';
import { clubParams, clubReads } from '../users/club-surface.ts';
import { platformEndpoint } from '../users/platform-surface.ts';
import { usersFaults } from '../users/users.faults.ts';
import type { PartnersService } from './partners.service.ts';

export const listIntegrations = platformEndpoint<{ readonly partners: Pick<PartnersService, 'listIntegrations'> }>()({
  id: 'integrations.list',
  method: 'GET',
  path: '/api/access-control/:club/integrations',
  summary: 'List the partners that a facility may work with',
  description:
    'Those that may know of its organisation, enabled here or not. `linkingIdentifier` is what the partner calls the facility, under `linkingLabel`.',
  gate: clubReads,
  params: z.object(clubParams),
  success: {
    status: 200,
    description: 'All of them, by name.',
    schema: z.object({
      integrations: z.array(
        z.object({
          partnerId: z.string(),
          name: z.string(),
          linkingMethod: z.enum(['facility_id', 'linking_identifier']),
          linkingLabel: z.string(),
          prefix: z.string(),
          customFields: z.array(z.object({ key: z.string(), label: z.string() })),
          enabled: z.boolean(),
          linkingIdentifier: z.string().nullable(),
        }),
      ),
    }),
  },
  faults: { place_unknown: usersFaults.place_unknown },
  handle: async ({ partners }, { params }) => ({
    integrations: (await partners.listIntegrations(params.club)).map(({ customFields, ...rest }) => ({
      ...rest,
      customFields: [...customFields],
    })),
  }),
});
