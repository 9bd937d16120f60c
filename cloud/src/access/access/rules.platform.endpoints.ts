import { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { pageOf, pageQuery, pageSchema } from '../../kit/http/paging.ts';
import { noPosition } from '../../kit/http/position.ts';
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
import { doorsFaults } from '../../sites/doors/doors.faults.ts';
import { scopesFaults } from '../scopes/scopes.faults.ts';
import { AccessTarget } from '../scopes/scopes.module.ts';
import type { AccessService } from './access.service.ts';
import { FacilityPolicy } from './access-policy.ts';
import { PARTNER } from './examples.ts';
import { positionOfZone } from './rules.ts';

type Deps = { readonly access: Pick<AccessService, 'policyOf' | 'setPolicy' | 'listNamedZones' | 'mapPlanZone'> };

const { place_unknown } = usersFaults;
const { source_unknown, access_scope_unknown } = scopesFaults;
const { door_unknown } = doorsFaults;

const KNOBS =
  '`graceHours`: how long a plan that has ended still opens. `offlineDays`: how long a box without the cloud goes on deciding. `uncertainClock`: what a box without a trusted time does: every instant that may be now must grant (`interval`), only grants of staff count (`strict`), or one instant is enough (`lenient`). `longestOutageHours`: how long the power may have been away, for a box that cannot know. `geofence`: where a phone must be to ask; none: anywhere.';

const A_POLICY: z.output<typeof FacilityPolicy> = {
  graceHours: 48,
  offlineDays: 30,
  uncertainClock: 'interval',
  longestOutageHours: 72,
  geofence: { latitude: -27.47, longitude: 153.02, radiusM: 200 },
};

export const readPolicy = platformEndpoint<Deps>()({
  id: 'access-policy.read',
  method: 'GET',
  path: '/api/access-control/:facilityId/policy',
  graph: { on: 'Facility', as: 'accessPolicy', with: { facilityId: 'facilityId' } },
  summary: 'Read how a facility wants doubt decided',
  description: KNOBS,
  gate: facilityReads,
  params: z.object(facilityParams),
  success: {
    status: 200,
    description: 'The policy, with its defaults where nobody has set anything.',
    schema: FacilityPolicy,
  },
  examples: { params: AT_FACILITY, success: A_POLICY },
  faults: { place_unknown },
  handle: ({ access }, { params }, { read }) => read((tx) => access.policyOf(tx, params.facilityId)),
});

export const setPolicy = platformEndpoint<Deps>()({
  id: 'access-policy.set',
  method: 'PUT',
  path: '/api/access-control/:facilityId/policy',
  summary: 'Set how a facility wants doubt decided',
  description: `The whole policy: what is left out goes back to its default. ${KNOBS} Answers what is different now; boxes hear of that at once, and of nothing where nothing is.`,
  gate: facilityWrites,
  act: 'grave:access',
  params: z.object(facilityParams),
  body: FacilityPolicy,
  success: {
    status: 200,
    description: 'It is so now.',
    schema: FacilityPolicy.extend({
      changed: z.array(z.string()).describe('The names of what is different now, in alphabetical order.'),
    }),
  },
  examples: {
    params: AT_FACILITY,
    body: { graceHours: A_POLICY.graceHours, geofence: A_POLICY.geofence },
    success: { ...A_POLICY, changed: ['geofence', 'graceHours'] },
  },
  faults: { place_unknown },
  audit: { event: 'access-policy.set', target: ({ params }) => params.facilityId },
  handle: async ({ access }, { params, body }, { tx }) => ({
    ...body,
    changed: [...(await access.setPolicy(tx, params.facilityId, body))],
  }),
});

const PlanZone = z.object({
  partnerId: z.string(),
  name: z.string(),
  target: AccessTarget.nullable().describe('What it opens; null: nobody has mapped it.'),
  plans: z.array(z.object({ planId: z.string(), name: z.string() })).describe('The plans that name it now.'),
});
const ZONE_POSITION = /^[01]\/ptr_[0-9a-z]{16}\/./s;

export const listPlanZones = platformEndpoint<Deps>()({
  id: 'plan-zones.list',
  method: 'GET',
  path: '/api/access-control/:facilityId/plan-zones',
  graph: { on: 'Facility', as: 'planZones', with: { facilityId: 'facilityId' } },
  summary: 'List the access zones that partners’ plans name, and what each opens here',
  description:
    'Those that nobody has mapped come first: they open nothing. A zone that is mapped stays listed when no plan names it any more.',
  gate: facilityReads,
  params: z.object(facilityParams),
  query: z.strictObject(pageQuery),
  success: { status: 200, description: 'A page.', schema: pageSchema(PlanZone) },
  examples: {
    params: AT_FACILITY,
    success: {
      data: [
        { partnerId: PARTNER, name: 'Pool', target: null, plans: [{ planId: 'P-POOL', name: 'Pool and sauna' }] },
        {
          partnerId: PARTNER,
          name: 'Gym floor',
          target: { to: 'facility' },
          plans: [{ planId: 'P-GOLD', name: 'Gold' }],
        },
      ],
      next: null,
    },
  },
  faults: { place_unknown },
  handle: async ({ access }, { params, query: { after, limit } }, { read }) => {
    if (after !== undefined && !ZONE_POSITION.test(after)) throw noPosition();
    const asked = { after: after ?? '', limit: limit + 1 };
    const zones = await read((tx) => access.listNamedZones(tx, params.facilityId, asked));
    const { page, next } = pageOf(zones, limit, positionOfZone);
    return {
      data: page.map(({ partnerId, name, target = null, plans }) => ({ partnerId, name, target, plans: [...plans] })),
      next,
    };
  },
});

export const mapPlanZone = platformEndpoint<Deps>()({
  id: 'plan-zones.set',
  method: 'PUT',
  path: '/api/access-control/:facilityId/plan-zones',
  summary: 'Say which doors an access zone of a partner’s plans is here',
  description:
    '`target` null takes the mapping away: the zone opens nothing. A zone that no plan names yet may be prepared.',
  gate: facilityWrites,
  act: 'grave:access',
  params: z.object(facilityParams),
  body: z.strictObject({
    partnerId: PartnerId.describe('The partner whose plans name the zone.'),
    name: z.string().min(1).max(120).describe('The zone, exactly as the plans name it.'),
    target: AccessTarget.nullable().describe('What it opens here; null: nothing, as if nobody had mapped it.'),
  }),
  success: { status: 200, description: 'It is so now.', schema: Done },
  examples: {
    params: AT_FACILITY,
    body: { partnerId: PARTNER, name: 'Pool', target: { to: 'scopes', scopes: ['scp_0123456789abcdef'] } },
    success: DONE,
  },
  faults: { source_unknown, door_unknown, access_scope_unknown },
  audit: { event: 'plan-zone.set', target: ({ body }) => `${body.partnerId}/${body.name}` },
  handle: async ({ access }, { params, body: { partnerId, name, target } }, { tx }) => {
    await access.mapPlanZone(tx, { facilityId: params.facilityId, partnerId, name }, target);
    return DONE;
  },
});
