import { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { partnersFaults } from '../../partner/partners/partners.faults.ts';
import type { PartnersService } from '../../partner/partners/partners.service.ts';
import {
  AT_FACILITY,
  DONE,
  Done,
  facilityParams,
  facilityReads,
  facilityWrites,
} from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { scopesFaults } from '../scopes/scopes.faults.ts';
import { accessFault, accessFaults } from './access.faults.ts';
import type { AccessService } from './access.service.ts';
import { PARTNER } from './examples.ts';

type Deps = {
  readonly access: Pick<AccessService, 'previewSuspension'>;
  readonly partners: Pick<PartnersService, 'listIntegrations' | 'setIntegration'>;
};

const { place_unknown } = usersFaults;
const params = z.object({ ...facilityParams, partnerId: PartnerId.describe('The partner.') });
const AT_PARTNER = { ...AT_FACILITY, partnerId: PARTNER };

export const previewDisabling = platformEndpoint<Deps>()({
  id: 'integrations.preview',
  method: 'GET',
  path: '/api/access-control/:facilityId/integrations/:partnerId/preview',
  summary: 'See who would lose access if an integration were disabled',
  description:
    'How many members could enter somewhere in the coming week, and could not without this partner; the first hundred of them by id. Every member of the partner is looked at, so it takes a moment.',
  gate: facilityReads,
  params,
  success: {
    status: 200,
    description: 'Who would lose access.',
    schema: z.object({
      members: z.int().describe('How many members the partner has sent for the facility.'),
      losing: z.int().describe('How many of them would lose access. Disabling the integration asks for this number.'),
      memberIds: z.array(z.string()).describe('The first hundred of those, by id.'),
    }),
  },
  examples: { params: AT_PARTNER, success: { members: 412, losing: 2, memberIds: ['M-1001', 'M-1003'] } },
  faults: { place_unknown, source_unknown: scopesFaults.source_unknown },
  handle: async ({ access }, { params: { facilityId, partnerId } }) => {
    const { members, losing, memberIds } = await access.previewSuspension({ facilityId, partnerId });
    return { members, losing, memberIds: [...memberIds] };
  },
});

export const setIntegration = platformEndpoint<Deps>()({
  id: 'integrations.set',
  method: 'PUT',
  path: '/api/access-control/:facilityId/integrations/:partnerId',
  summary: 'Enable or disable a partner’s integration at a facility, and set its linking identifier',
  description:
    'Disabling suspends what the partner’s members may enter, until it is enabled again. It needs `losing`: how many members the preview said would lose access. If it is more by now, nothing is done and the refusal says how many. `linkingIdentifier` null takes it away; left out it stays. A partner that links by identifier is enabled with one only.',
  gate: facilityWrites,
  act: 'grave:access',
  params,
  body: z.strictObject({
    enabled: z.boolean().describe('Whether what the partner sends counts at the facility.'),
    linkingIdentifier: z
      .string()
      .trim()
      .min(1)
      .max(120)
      .nullable()
      .optional()
      .describe('What the partner calls the facility; null takes it away, left out it stays.'),
    customFields: z
      .record(z.string().max(40), z.string().trim().min(1).max(250))
      .refine((values) => Object.keys(values).length <= 20, 'must be at most 20 fields')
      .optional()
      .describe(
        'What the partner asks for beside, by the keys of its further fields: all of them; left out they stay. The partner reads them.',
      ),
    losing: z
      .int()
      .min(0)
      .max(10_000_000)
      .optional()
      .describe('How many members may lose access, as the preview said. Needed to disable.'),
  }),
  success: { status: 200, description: 'It is so now.', schema: Done },
  examples: { params: AT_PARTNER, body: { enabled: false, losing: 2 }, success: DONE },
  faults: {
    place_unknown,
    source_unknown: scopesFaults.source_unknown,
    not_found: partnersFaults.not_found,
    linking_identifier_taken: partnersFaults.linking_identifier_taken,
    preview_outdated: accessFaults.preview_outdated,
  },
  audit: { event: 'integration.set', target: ({ params }) => params.partnerId },
  prepare: async ({ access, partners }, { params: { facilityId, partnerId }, body: { enabled, losing = -1 } }) => {
    const now = (await partners.listIntegrations(facilityId)).find(
      (integration) => integration.partnerId === partnerId,
    );
    if (!enabled && now?.enabled === true) {
      const preview = await access.previewSuspension({ facilityId, partnerId });
      if (preview.losing > losing)
        throw accessFault('preview_outdated', `losing: ${preview.losing} members would lose access.`);
    }
  },
  handle: async ({ partners }, { params: { facilityId, partnerId }, body: { losing: _losing, ...change } }, { tx }) => {
    await partners.setIntegration(tx, partnerId, facilityId, change);
    return DONE;
  },
});
