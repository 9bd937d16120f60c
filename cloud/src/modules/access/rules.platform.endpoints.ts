import { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { doorsFaults } from '../doors/doors.faults.ts';
import { scopesFaults } from '../scopes/scopes.faults.ts';
import { AccessTarget } from '../scopes/scopes.module.ts';
import { clubParams, clubReads, clubWrites, DONE, Done } from '../users/club-surface.ts';
import { platformEndpoint } from '../users/platform-surface.ts';
import { usersFaults } from '../users/users.faults.ts';
import type { AccessService } from './access.service.ts';
import { FacilityPolicy } from './access-policy.ts';

type Deps = { readonly access: Pick<AccessService, 'policyOf' | 'setPolicy' | 'listNamedZones' | 'mapPlanZone'> };

const { place_unknown } = usersFaults;
const { source_unknown, access_scope_unknown } = scopesFaults;
const { door_unknown } = doorsFaults;

const KNOBS =
  '`graceHours`: how long a plan that has ended still opens. `offlineDays`: how long a box without the cloud goes on deciding. `uncertainClock`: what a box without a trusted time does: every instant that may be now must grant (`interval`), only grants of staff count (`strict`), or one instant is enough (`lenient`). `longestOutageHours`: how long the power may have been away, for a box that cannot know. `geofence`: where a phone must be to ask; none: anywhere.';

export const readPolicy = platformEndpoint<Deps>()({
  id: 'access-policy.read',
  method: 'GET',
  path: '/api/access-control/:club/policy',
  summary: 'Read how a facility wants doubt decided',
  description: KNOBS,
  gate: clubReads,
  params: z.object(clubParams),
  success: {
    status: 200,
    description: 'The policy, with its defaults where nobody has set anything.',
    schema: FacilityPolicy,
  },
  faults: { place_unknown },
  handle: ({ access }, { params }) => access.policyOf(params.club),
});

export const setPolicy = platformEndpoint<Deps>()({
  id: 'access-policy.set',
  method: 'PUT',
  path: '/api/access-control/:club/policy',
  summary: 'Set how a facility wants doubt decided',
  description: `The whole policy: what is left out goes back to its default. ${KNOBS} Answers what is different now; boxes hear of that at once, and of nothing where nothing is.`,
  gate: clubWrites,
  params: z.object(clubParams),
  body: FacilityPolicy,
  success: {
    status: 200,
    description: 'It is so now.',
    schema: z.object({ policy: FacilityPolicy, changed: z.array(z.string()) }),
  },
  faults: { place_unknown },
  audit: { event: 'access-policy.set', target: ({ params }) => params.club },
  handle: async ({ access }, { params, body }) => ({
    changed: [...(await access.setPolicy(params.club, body))],
    policy: body,
  }),
});

export const listPlanZones = platformEndpoint<Deps>()({
  id: 'plan-zones.list',
  method: 'GET',
  path: '/api/access-control/:club/plan-zones',
  summary: 'List the access zones that partners’ plans name, and what each opens here',
  description:
    'Those that nobody has mapped come first: they open nothing. A zone that is mapped stays listed when no plan names it any more. At most 2,000.',
  gate: clubReads,
  params: z.object(clubParams),
  success: {
    status: 200,
    description: 'The zones.',
    schema: z.object({
      zones: z.array(
        z.object({
          partnerId: z.string(),
          name: z.string(),
          target: AccessTarget.nullable(),
          plans: z.array(z.object({ planId: z.string(), name: z.string() })),
        }),
      ),
    }),
  },
  faults: { place_unknown },
  handle: async ({ access }, { params }) => ({
    zones: (await access.listNamedZones(params.club)).map(({ partnerId, name, target, plans }) => ({
      partnerId,
      name,
      target: target ?? null,
      plans: [...plans],
    })),
  }),
});

export const mapPlanZone = platformEndpoint<Deps>()({
  id: 'plan-zones.set',
  method: 'PUT',
  path: '/api/access-control/:club/plan-zones',
  summary: 'Say which doors an access zone of a partner’s plans is here',
  description:
    '`target` null takes the mapping away: the zone opens nothing. A zone that no plan names yet may be prepared.',
  gate: clubWrites,
  params: z.object(clubParams),
  body: z.strictObject({
    partnerId: PartnerId,
    name: z.string().min(1).max(120),
    target: AccessTarget.nullable(),
  }),
  success: { status: 200, description: 'It is so now.', schema: Done },
  faults: { place_unknown, source_unknown, door_unknown, access_scope_unknown },
  audit: { event: 'plan-zone.set', target: ({ body }) => `${body.partnerId}/${body.name}` },
  handle: async ({ access }, { params, body: { partnerId, name, target } }) => {
    await access.mapPlanZone({ facilityId: params.club, partnerId, name }, target);
    return DONE;
  },
});
