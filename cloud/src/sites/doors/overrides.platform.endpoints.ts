import { z } from 'zod';
import { pageOf, pageQuery, pageSchema } from '../../kit/http/paging.ts';
import { positionOf, positionText } from '../../kit/http/position.ts';
import { facilityParams, facilityReads, facilityWrites } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { A_STANDING, DoorStanding, ifSeen, refuseUnseen, seenChangedBody, standingOf } from './door-seen.ts';
import { doorsFault, doorsFaults } from './doors.faults.ts';
import type { DoorsService } from './doors.service.ts';
import { OverrideView, viewOfOverride, waitOf } from './override-view.ts';

interface Deps {
  readonly doors: Pick<DoorsService, 'find' | 'requestMaintenance' | 'settledOverride' | 'overrides' | 'findOverrides'>;
}

const AN_OVERRIDE: z.input<typeof OverrideView> = {
  overrideId: 'ovr_0123456789abcdef',
  kind: 'maintenance',
  doorId: 'door_0123456789abcdef',
  state: 'taken',
  mode: 'force-open',
  until: '2026-01-01T11:30:00.000Z',
  by: 'Sam Example',
  reason: 'Open day',
  seen: 4,
  madeAt: '2026-01-01T09:30:00.000Z',
  settledAt: '2026-01-01T09:30:00.600Z',
};
const AT_FACILITY = { facilityId: 'fac_0123456789abcdef' };

const Outdated = z
  .object({
    error: z.literal('maintenance_outdated'),
    message: z.string(),
    current: z.object({
      mode: z.enum(['off', 'force-open', 'force-closed']),
      until: z.iso.datetime().nullable(),
      by: z.string().nullable(),
      reason: z.string().nullable(),
      generation: z.int(),
    }),
  })
  .meta({ id: 'MaintenanceOutdated' });

export const setMaintenance = platformEndpoint<Deps>()({
  id: 'doors.set-maintenance',
  method: 'POST',
  unit: 'own',
  path: '/api/access-control/:facilityId/doors/:doorId/maintenance',
  summary: 'Force a door open or closed, or end that',
  description:
    '`force-open` holds the lock open and always ends: after 2 hours unless `until` says otherwise, after 12 at the latest. `force-closed` refuses every unlock, and a lockdown stays above both. It is an override until the door’s box has taken it: the answer says how it stands, `Prefer: wait=N` waits up to 10 seconds for the box’s word, and the override can be read later. A `force-open` that no box took within 60 seconds lapses. Name the generation that you saw as `seen`: where somebody has changed the door since, the change is refused with 409 and how it is now, here or by the box. Without it, what the box reported last counts as seen. `ifSeen` compares mode and lockdown as the door’s state showed them, and is answered 412 before all of this. Only `force-open` asks for a step-up.',
  gate: facilityWrites,
  act: {
    among: ['grave:hold-door', 'grave:force-open'],
    of: ({ body: { mode } }) => (mode === 'force-open' ? 'grave:force-open' : 'grave:hold-door'),
  },
  stepUp: ({ body: { mode } }) => mode === 'force-open',
  prefersWait: '`wait=N`: answer when the box has answered, or after N seconds, 10 at most; at once without it.',
  params: z.object({ ...facilityParams, doorId: z.string().max(120).describe('The door.').brand<'DoorId'>() }),
  body: z
    .strictObject({
      mode: z
        .enum(['off', 'force-open', 'force-closed'])
        .describe('`force-open`: held open. `force-closed`: nobody is let in. `off`: ends either.'),
      until: z.iso
        .datetime({ offset: true })
        .optional()
        .describe(
          'When it ends by itself. Not with `off`. Of `force-open` 2 hours from now unless told, and 12 at most.',
        ),
      reason: z.string().trim().min(1).max(200).describe('Why, for whoever finds the door so.'),
      seen: z
        .int()
        .min(0)
        .max(Number.MAX_SAFE_INTEGER)
        .optional()
        .describe('The generation of the maintenance that was seen: refused with 409 where it has changed since.'),
      ifSeen,
    })
    .refine(({ mode, until }) => mode !== 'off' || until === undefined, {
      path: ['until'],
      error: 'must not be given with mode off',
    })
    .meta({ id: 'MaintenanceRequest' }),
  examples: {
    params: { ...AT_FACILITY, doorId: AN_OVERRIDE.doorId },
    body: { mode: 'force-open', until: '2026-01-01T11:30:00Z', reason: 'Open day', seen: 4 },
    success: { ...AN_OVERRIDE, state: 'pending', settledAt: null },
  },
  success: { status: 200, description: 'The override, as it stands.', schema: OverrideView },
  faults: {
    door_unknown: doorsFaults.door_unknown,
    door_without_box: doorsFaults.door_without_box,
    maintenance_outdated: doorsFaults.maintenance_outdated,
    seen_changed: doorsFaults.seen_changed,
    bad_end: doorsFaults.bad_end,
  },
  faultBodies: {
    seen_changed: seenChangedBody(DoorStanding, A_STANDING),
    maintenance_outdated: {
      schema: Outdated,
      example: {
        error: 'maintenance_outdated',
        message: 'The maintenance of this door has changed since: it is at 5 now.',
        current: { mode: 'force-closed', until: null, by: 'Kim Example', reason: 'Broken hinge', generation: 5 },
      },
    },
  },
  audit: { event: 'door.maintenance', target: ({ params }) => params.doorId },
  handle: async ({ doors }, { params, body }, { write, caller, header }) => {
    const { facilityId, doorId } = params;
    const { until, mode, reason, seen } = body;
    const { firstName, lastName } = caller.user;
    const override = await write(async (tx) => {
      const door = await doors.find(tx, facilityId, doorId);
      if (door === undefined) throw doorsFault('door_unknown', `There is no door ${doorId} at this facility.`);
      refuseUnseen(body.ifSeen, standingOf(door));
      return doors.requestMaintenance(tx, {
        facilityId,
        doorId: door.id,
        by: `${firstName} ${lastName}`.slice(0, 120),
        untilMs: until === undefined ? null : Date.parse(until),
        mode,
        reason,
        ...(seen !== undefined && { seen }),
      });
    });
    return viewOfOverride(await doors.settledOverride(override, waitOf(header('prefer'))));
  },
});

export const listOverrides = platformEndpoint<Deps>()({
  id: 'doors.list-overrides',
  method: 'GET',
  path: '/api/access-control/:facilityId/overrides',
  graph: { on: 'Facility', as: 'overrides', with: { facilityId: 'facilityId' } },
  summary: 'List the overrides of doors',
  description:
    'Maintenance and lockdowns that were asked for here, newest first, and what came of each. Kept for 90 days.',
  gate: facilityReads,
  params: z.object(facilityParams),
  query: z.strictObject(pageQuery),
  examples: { params: AT_FACILITY, success: { data: [AN_OVERRIDE], next: null } },
  success: { status: 200, description: 'A page.', schema: pageSchema(OverrideView) },
  faults: { place_unknown: usersFaults.place_unknown },
  handle: async ({ doors }, { params, query: { after, limit } }) => {
    const position = positionOf(after);
    const found = await doors.overrides(params.facilityId, { ...(position && { after: position }), limit: limit + 1 });
    const { page, next } = pageOf(found, limit, ({ madeAtMs, overrideId }) =>
      positionText({ at: madeAtMs, id: overrideId }),
    );
    return { data: page.map(viewOfOverride), next };
  },
});

export const readOverride = platformEndpoint<Deps>()({
  id: 'doors.read-override',
  method: 'GET',
  path: '/api/access-control/:facilityId/overrides/:overrideId',
  summary: 'Read what came of an override',
  description: 'One override for a door as it stands: to be asked for until it is no longer `open`.',
  gate: facilityReads,
  params: z.object({ ...facilityParams, overrideId: z.string().max(64).describe('The override.') }),
  examples: {
    params: { ...AT_FACILITY, overrideId: AN_OVERRIDE.overrideId },
    success: AN_OVERRIDE,
  },
  success: { status: 200, description: 'The override.', schema: OverrideView },
  faults: { override_unknown: doorsFaults.override_unknown },
  handle: ({ doors }, { params }, { read }) =>
    read(async (tx) => {
      const [override] = await doors.findOverrides(tx, params.facilityId, [params.overrideId]);
      if (override === undefined) throw doorsFault('override_unknown', 'There is no such override at this facility.');
      return viewOfOverride(override);
    }),
});
