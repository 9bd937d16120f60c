import { z } from 'zod';
import { scopesFaults } from '../../access/scopes/scopes.faults.ts';
import { pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { positionOf, positionText } from '../../kit/http/position.ts';
import { facilityParams, facilityReadsAtDesk, facilityWrites } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { doorsFaults } from '../../sites/doors/doors.faults.ts';
import {
  A_STANDING,
  DoorStanding,
  ifSeen,
  OverrideView,
  seenChangedBody,
  viewOfOverride,
} from '../../sites/doors/doors.module.ts';
import {
  FACILITY,
  found,
  type LockdownEndpointDeps,
  orderOf,
  params,
  reason,
  success,
  whoOf,
} from './lockdown-requests.ts';
import { A_DOOR_IN_LOCKDOWN, A_LOCKDOWN, LockdownView, viewOfLockdown } from './lockdown-view.ts';
import { lockdownsFaults } from './lockdowns.faults.ts';

export const listLockdowns = platformEndpoint<LockdownEndpointDeps>()({
  id: 'lockdowns.list',
  method: 'GET',
  path: '/api/access-control/:facilityId/lockdowns',
  graph: { on: 'Facility', as: 'lockdowns', with: { facilityId: 'facilityId' } },
  summary: 'List lockdowns',
  description:
    'The lockdowns that stand at this facility, or all that ever did, newest first, with what came of each at its doors.',
  gate: facilityReadsAtDesk,
  params: z.object(facilityParams),
  query: z.strictObject({
    which: z.enum(['standing', 'all']).default('standing').describe('`all`: those too that were released.'),
    ...pagesOf({ most: 100 }),
  }),
  examples: { params: FACILITY, query: { which: 'all' }, success: { data: [A_LOCKDOWN], next: null } },
  success: { status: 200, description: 'A page.', schema: pageSchema(LockdownView) },
  faults: { place_unknown: usersFaults.place_unknown },
  handle: ({ lockdowns }, { params, query: { which, after, limit } }, { read }) =>
    read(async (tx) => {
      const asked = { standing: which === 'standing', after: positionOf(after), limit: limit + 1 };
      const found = await lockdowns.list(tx, params.facilityId, asked);
      const { page, next } = pageOf(found, limit, ({ begun_at, id }) => positionText({ at: begun_at, id }));
      return { data: page.map(viewOfLockdown), next };
    }),
});

export const beginLockdown = platformEndpoint<LockdownEndpointDeps>()({
  id: 'lockdowns.begin',
  method: 'POST',
  path: '/api/access-control/:facilityId/lockdowns',
  summary: 'Lock doors down',
  description:
    'Locks a door, the doors of an access scope, or all doors of the facility down: nobody gets in but by a break-glass grant, and every way out stays open. It covers the doors that the target has now, stands above every maintenance, is never refused by a box, and ends by its own release only. Another lockdown over the same door is another layer. Boxes that are offline lock down when they are back; the doors say what came of it.',
  gate: facilityReadsAtDesk,
  act: 'grave:lockdown',
  params: z.object(facilityParams),
  body: z
    .strictObject({
      target: z
        .discriminatedUnion('to', [
          z.strictObject({
            to: z.literal('door'),
            doorId: z.string().max(120).describe('The door.').brand<'DoorId'>(),
          }),
          z.strictObject({ to: z.literal('scope'), scopeId: z.string().max(64).describe('The access scope.') }),
          z.strictObject({ to: z.literal('facility') }),
        ])
        .describe('What is locked down: one door, the doors of an access scope, or all doors here.'),
      reason: reason
        .optional()
        .describe(
          'Why, for whoever stands before the door. It may be said afterwards: nobody has to type while there is danger.',
        ),
    })
    .meta({ id: 'LockdownRequest' }),
  examples: {
    params: FACILITY,
    body: { target: { to: 'scope', scopeId: 'scp_0123456789abcdef' }, reason: A_LOCKDOWN.reason },
    success: { ...A_LOCKDOWN, doors: [{ ...A_DOOR_IN_LOCKDOWN, lockedDown: false, begin: 'pending' }] },
  },
  success: { ...success('The lockdown, as it stands.'), status: 201 },
  faults: {
    door_unknown: doorsFaults.door_unknown,
    access_scope_unknown: scopesFaults.access_scope_unknown,
    lockdown_of_nothing: lockdownsFaults.lockdown_of_nothing,
  },
  audit: {
    event: 'lockdown.begin',
    target: ({ params, body: { target } }) =>
      target.to === 'door' ? target.doorId : target.to === 'scope' ? target.scopeId : params.facilityId,
  },
  handle: async (deps, { params: { facilityId }, body }, { tx, caller }) => {
    const id = await deps.lockdowns.begin(tx, facilityId, body.target, {
      ...whoOf(caller),
      reason: body.reason,
    });
    return found(deps, tx, facilityId, id);
  },
});

export const readLockdown = platformEndpoint<LockdownEndpointDeps>()({
  id: 'lockdowns.read',
  method: 'GET',
  path: '/api/access-control/:facilityId/lockdowns/:lockdownId',
  summary: 'Read a lockdown',
  description: 'One lockdown, with what came of it at each of its doors.',
  gate: facilityReadsAtDesk,
  params,
  examples: { params: { ...FACILITY, lockdownId: A_LOCKDOWN.lockdownId }, success: A_LOCKDOWN },
  success: success('The lockdown.'),
  faults: { lockdown_unknown: lockdownsFaults.lockdown_unknown },
  handle: (deps, { params }, { read }) => read((tx) => found(deps, tx, params.facilityId, params.lockdownId)),
});

export const releaseLockdown = platformEndpoint<LockdownEndpointDeps>()({
  id: 'lockdowns.release',
  method: 'POST',
  path: '/api/access-control/:facilityId/lockdowns/:lockdownId/release',
  summary: 'Release a lockdown',
  description:
    'Ends this lockdown: its doors are freed where no other lockdown covers them and nobody had locked them down before. A box refuses a release that has not seen the door’s newest lockdown, and the door says so: look, and release again. Beginning one takes no `ifSeen`.',
  gate: facilityWrites,
  act: 'grave:end-lockdown',
  stepUp: true,
  params,
  body: z.strictObject({ reason, ifSeen }).meta({ id: 'LockdownRelease' }),
  examples: {
    params: { ...FACILITY, lockdownId: A_LOCKDOWN.lockdownId },
    body: { reason: 'The police have been here' },
    success: {
      ...A_LOCKDOWN,
      releasedBy: { kind: 'user', id: 'usr_fedcba9876543210', name: 'Kim Example' },
      releasedAt: '2026-01-01T10:05:00.000Z',
      releaseReason: 'The police have been here',
      doors: [{ ...A_DOOR_IN_LOCKDOWN, release: 'pending' }],
    },
  },
  success: success('The lockdown, as it stands.'),
  faults: { lockdown_unknown: lockdownsFaults.lockdown_unknown, seen_changed: doorsFaults.seen_changed },
  faultBodies: { seen_changed: seenChangedBody(LockdownView, A_LOCKDOWN) },
  audit: { event: 'lockdown.release', target: ({ params }) => params.lockdownId },
  handle: async (deps, { params: { facilityId, lockdownId }, body }, { tx, caller }) => {
    await deps.lockdowns.release(tx, facilityId, lockdownId, { ...orderOf(caller, body.reason), ifSeen: body.ifSeen });
    return found(deps, tx, facilityId, lockdownId);
  },
});

export const releaseDoorLockdown = platformEndpoint<LockdownEndpointDeps>()({
  id: 'lockdowns.release-door',
  method: 'POST',
  path: '/api/access-control/:facilityId/doors/:doorId/lockdown-release',
  summary: 'Release a lockdown that was made at the box',
  description:
    'Ends a lockdown that somebody began at the door’s box or panel. Refused with 409 while a lockdown of the cloud covers the door. The answer is an override: its box says what comes of it, and refuses where another lockdown began after `seen`.',
  gate: facilityWrites,
  act: 'grave:end-lockdown',
  stepUp: true,
  params: z.object({ ...facilityParams, doorId: z.string().max(120).describe('The door.').brand<'DoorId'>() }),
  body: z
    .strictObject({
      reason,
      seen: z
        .int()
        .min(0)
        .max(Number.MAX_SAFE_INTEGER)
        .optional()
        .describe('The generation of the lockdown that was seen; without it, what the box reported last.'),
      ifSeen,
    })
    .meta({ id: 'DoorLockdownRelease' }),
  examples: {
    params: { ...FACILITY, doorId: 'door_0123456789abcdef' },
    body: { reason: 'False alarm', seen: 3 },
    success: {
      overrideId: 'ovr_0123456789abcdef',
      kind: 'lockdown',
      doorId: 'door_0123456789abcdef',
      state: 'pending',
      active: false,
      by: 'Sam Example',
      reason: 'False alarm',
      seen: 3,
      madeAt: '2026-01-01T09:30:00.000Z',
      settledAt: null,
    },
  },
  success: { status: 200, description: 'The override, as it stands.', schema: OverrideView },
  faults: {
    door_unknown: doorsFaults.door_unknown,
    door_without_box: doorsFaults.door_without_box,
    door_under_lockdown: lockdownsFaults.door_under_lockdown,
    seen_changed: doorsFaults.seen_changed,
  },
  faultBodies: { seen_changed: seenChangedBody(DoorStanding, A_STANDING) },
  audit: { event: 'lockdown.release_door', target: ({ params }) => params.doorId },
  handle: async ({ lockdowns }, { params, body }, { tx, caller }) => {
    const { seen, ifSeen } = body;
    const order = { ...orderOf(caller, body.reason), ifSeen, ...(seen !== undefined && { seen }) };
    return viewOfOverride(await lockdowns.releaseDoor(tx, params.facilityId, params.doorId, order));
  },
});
