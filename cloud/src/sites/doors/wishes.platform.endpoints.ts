import { z } from 'zod';
import { pageOf, pageQuery, pageSchema } from '../../kit/http/paging.ts';
import { positionOf, positionText } from '../../kit/http/position.ts';
import { clubReads, clubWrites, facilityParams } from '../../platform/users/club-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { doorsFault, doorsFaults } from './doors.faults.ts';
import type { DoorsService } from './doors.service.ts';
import { viewOfWish, WishView, waitOf } from './wish-view.ts';

interface Deps {
  readonly doors: Pick<DoorsService, 'find' | 'wishMaintenance' | 'settledWish' | 'wishes' | 'findWishes'>;
}

const A_WISH: z.input<typeof WishView> = {
  wishId: 'wish_0123456789abcdef',
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
    '`force-open` holds the lock open and always ends: after 2 hours unless `until` says otherwise, after 12 at the latest. `force-closed` refuses every unlock, and a lockdown stays above both. It is a wish until the door’s box has taken it: the answer says how it stands, `Prefer: wait=N` waits up to 10 seconds for the box’s word, and the wish can be read later. A `force-open` that no box took within 60 seconds lapses. Name the generation that you saw as `seen`: where somebody has changed the door since, the change is refused with 409 and how it is now, here or by the box. Without it, what the box reported last counts as seen. Only `force-open` asks for a step-up.',
  gate: clubWrites,
  stepUp: ({ body: { mode } }) => mode === 'force-open',
  prefersWait: '`wait=N`: answer when the box has answered, or after N seconds, 10 at most; at once without it.',
  params: z.object({ ...facilityParams, doorId: z.string().max(120).describe('The door.') }),
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
    })
    .refine(({ mode, until }) => mode !== 'off' || until === undefined, {
      path: ['until'],
      error: 'must not be given with mode off',
    })
    .meta({ id: 'MaintenanceRequest' }),
  examples: {
    params: { ...AT_FACILITY, doorId: A_WISH.doorId },
    body: { mode: 'force-open', until: '2026-01-01T11:30:00Z', reason: 'Open day', seen: 4 },
    success: { ...A_WISH, state: 'pending', settledAt: null },
  },
  success: { status: 200, description: 'The wish, as it stands.', schema: WishView },
  faults: {
    door_unknown: doorsFaults.door_unknown,
    door_without_box: doorsFaults.door_without_box,
    maintenance_outdated: doorsFaults.maintenance_outdated,
    bad_end: doorsFaults.bad_end,
  },
  faultBodies: {
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
    const wish = await write(async (tx) => {
      const door = await doors.find(tx, facilityId, doorId);
      if (door === undefined) throw doorsFault('door_unknown', `There is no door ${doorId} at this facility.`);
      return doors.wishMaintenance(tx, {
        facilityId,
        doorId: door.id,
        by: `${firstName} ${lastName}`.slice(0, 120),
        untilMs: until === undefined ? null : Date.parse(until),
        mode,
        reason,
        ...(seen !== undefined && { seen }),
      });
    });
    return viewOfWish(await doors.settledWish(wish, waitOf(header('prefer'))));
  },
});

export const listWishes = platformEndpoint<Deps>()({
  id: 'doors.list-wishes',
  method: 'GET',
  path: '/api/access-control/:facilityId/wishes',
  summary: 'List what staff wished for doors',
  description:
    'Maintenance and lockdowns that were asked for here, newest first, and what came of each. Kept for 90 days.',
  gate: clubReads,
  params: z.object(facilityParams),
  query: z.strictObject(pageQuery),
  examples: { params: AT_FACILITY, success: { data: [A_WISH], next: null } },
  success: { status: 200, description: 'A page.', schema: pageSchema(WishView) },
  faults: { place_unknown: usersFaults.place_unknown },
  handle: async ({ doors }, { params, query: { after, limit } }) => {
    const position = positionOf(after);
    const found = await doors.wishes(params.facilityId, { ...(position && { after: position }), limit: limit + 1 });
    const { page, next } = pageOf(found, limit, ({ madeAtMs, wishId }) => positionText({ at: madeAtMs, id: wishId }));
    return { data: page.map(viewOfWish), next };
  },
});

export const readWish = platformEndpoint<Deps>()({
  id: 'doors.read-wish',
  method: 'GET',
  path: '/api/access-control/:facilityId/wishes/:wishId',
  summary: 'Read what came of a wish',
  description: 'One wish for a door as it stands: to be asked for until it is no longer `open`.',
  gate: clubReads,
  params: z.object({ ...facilityParams, wishId: z.string().max(64).describe('The wish.') }),
  examples: {
    params: { ...AT_FACILITY, wishId: A_WISH.wishId },
    success: A_WISH,
  },
  success: { status: 200, description: 'The wish.', schema: WishView },
  faults: { wish_unknown: doorsFaults.wish_unknown },
  handle: ({ doors }, { params }, { read }) =>
    read(async (tx) => {
      const [wish] = await doors.findWishes(tx, params.facilityId, [params.wishId]);
      if (wish === undefined) throw doorsFault('wish_unknown', 'There is no such wish at this facility.');
      return viewOfWish(wish);
    }),
});
