import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import { doorsFaults } from '../doors/doors.faults.ts';
import { viewOfWish, WishView } from '../doors/doors.module.ts';
import { scopesFaults } from '../scopes/scopes.faults.ts';
import { type PlatformCaller, platformEndpoint } from '../users/platform-surface.ts';
import { usersFaults } from '../users/users.faults.ts';
import { lockdownsFault, lockdownsFaults } from './lockdowns.faults.ts';
import type { LockdownsService } from './lockdowns.service.ts';

export interface LockdownEndpointDeps {
  readonly db: Pick<Database, 'read'>;
  readonly lockdowns: LockdownsService;
}

const State = z.enum(['open', 'taken', 'refused', 'superseded', 'lapsed']).nullable();
const Who = z.object({ userId: z.string(), name: z.string() });

const LockdownView = z
  .object({
    lockdownId: z.string(),
    layer: z.enum(['door', 'scope', 'facility']),
    targetId: z.string().describe('The door, the access scope or the facility.'),
    reason: z.string(),
    begunBy: Who,
    begunAt: z.iso.datetime(),
    releasedBy: Who.nullable(),
    releasedAt: z.iso.datetime().nullable(),
    releaseReason: z.string().nullable(),
    doors: z.array(
      z.object({
        doorId: z.string(),
        name: z.string().nullable(),
        lockedDown: z.boolean().describe('What the door’s box said last.'),
        wasLockedDown: z
          .boolean()
          .describe('Somebody had locked it down before, at the box or a panel: the release leaves that as it is.'),
        begin: State.describe('What came of the wish to begin; null without a box.'),
        release: State.describe('What came of the wish to end; null while there is none.'),
      }),
    ),
  })
  .meta({ id: 'Lockdown' });

const A_LOCKDOWN: z.input<typeof LockdownView> = {
  lockdownId: 'ldn_0123456789abcdef',
  layer: 'scope',
  targetId: 'scp_0123456789abcdef',
  reason: 'A person with a knife',
  begunBy: { userId: 'usr_0123456789abcdef', name: 'Sam Example' },
  begunAt: '2026-01-01T09:30:00.000Z',
  releasedBy: null,
  releasedAt: null,
  releaseReason: null,
  doors: [
    {
      doorId: 'door_0123456789abcdef',
      name: 'Front door',
      lockedDown: true,
      wasLockedDown: false,
      begin: 'taken',
      release: null,
    },
  ],
};
const CLUB = { club: 'fac_0123456789abcdef' };
const club = FacilityId;
const params = z.object({ club, lockdownId: z.string().max(64) });
const reason = z.string().trim().min(1).max(200).describe('Why, for whoever stands before the door.');
const success = (description: string) => ({ status: 200, description, schema: z.object({ data: LockdownView }) });

type Found = NonNullable<Awaited<ReturnType<LockdownsService['find']>>>;
const view = (row: Found): z.output<typeof LockdownView> => ({
  lockdownId: row.id,
  layer: row.layer,
  targetId: row.target_id,
  reason: row.reason,
  begunBy: { userId: row.begun_by, name: row.begun_by_name },
  begunAt: isoOf(row.begun_at),
  releasedBy: row.released_by === null ? null : { userId: row.released_by, name: row.released_by_name ?? '' },
  releasedAt: row.released_at === null ? null : isoOf(row.released_at),
  releaseReason: row.release_reason,
  doors: row.doors,
});

const orderOf = ({ user }: PlatformCaller, why: string) => ({
  userId: user.id,
  name: `${user.firstName} ${user.lastName}`.slice(0, 120),
  reason: why,
});

const found = async ({ lockdowns }: LockdownEndpointDeps, tx: Tx, facilityId: FacilityId, id: string) => {
  const row = await lockdowns.find(tx, facilityId, id);
  if (row === undefined) throw lockdownsFault('lockdown_unknown', 'There is no such lockdown at this facility.');
  return { data: view(row) };
};

export const listLockdowns = platformEndpoint<LockdownEndpointDeps>()({
  id: 'lockdowns.list',
  method: 'GET',
  path: '/api/access-control/:club/lockdowns',
  summary: 'List lockdowns',
  description:
    'The lockdowns that stand at this facility, or the newest of all, newest first, with what came of each at its doors.',
  gate: { needs: 'facility-staff', in: 'facility' },
  params: z.object({ club }),
  query: z.strictObject({
    which: z.enum(['standing', 'all']).default('standing'),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  examples: { params: CLUB, query: { which: 'all' }, success: { data: [A_LOCKDOWN] } },
  success: { status: 200, description: 'Those.', schema: z.object({ data: z.array(LockdownView) }) },
  faults: { place_unknown: usersFaults.place_unknown },
  handle: ({ db, lockdowns }, { params, query: { which, limit } }) =>
    db.read(async (tx) => ({
      data: (await lockdowns.list(tx, params.club, { standing: which === 'standing', limit })).map(view),
    })),
});

export const beginLockdown = platformEndpoint<LockdownEndpointDeps>()({
  id: 'lockdowns.begin',
  method: 'POST',
  path: '/api/access-control/:club/lockdowns',
  summary: 'Lock doors down',
  description:
    'Locks a door, the doors of an access scope, or all doors of the facility down: nobody gets in but by a break-glass grant, and every way out stays open. It covers the doors that the target has now, stands above every maintenance, is never refused by a box, and ends by its own release only. Another lockdown over the same door is another layer. Boxes that are offline lock down when they are back; the doors say what came of it.',
  gate: { needs: 'facility-staff', in: 'facility' },
  params: z.object({ club }),
  body: z
    .strictObject({
      target: z.discriminatedUnion('to', [
        z.strictObject({ to: z.literal('door'), doorId: z.string().max(120) }),
        z.strictObject({ to: z.literal('scope'), scopeId: z.string().max(64) }),
        z.strictObject({ to: z.literal('facility') }),
      ]),
      reason,
    })
    .meta({ id: 'LockdownRequest' }),
  examples: {
    params: CLUB,
    body: { target: { to: 'scope', scopeId: 'scp_0123456789abcdef' }, reason: A_LOCKDOWN.reason },
    success: { data: A_LOCKDOWN },
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
      target.to === 'door' ? target.doorId : target.to === 'scope' ? target.scopeId : params.club,
  },
  handle: async (deps, { params, body }, call) => {
    const audit = (tx: Tx) => call.audit(tx, { outcome: 'ok' });
    const id = await deps.lockdowns.begin(params.club, body.target, orderOf(call.caller, body.reason), audit);
    return deps.db.read((tx) => found(deps, tx, params.club, id));
  },
});

export const readLockdown = platformEndpoint<LockdownEndpointDeps>()({
  id: 'lockdowns.read',
  method: 'GET',
  path: '/api/access-control/:club/lockdowns/:lockdownId',
  summary: 'Read a lockdown',
  description: 'One lockdown, with what came of it at each of its doors.',
  gate: { needs: 'facility-staff', in: 'facility' },
  params,
  examples: { params: { ...CLUB, lockdownId: A_LOCKDOWN.lockdownId }, success: { data: A_LOCKDOWN } },
  success: success('The lockdown.'),
  faults: { lockdown_unknown: lockdownsFaults.lockdown_unknown },
  handle: (deps, { params }) => deps.db.read((tx) => found(deps, tx, params.club, params.lockdownId)),
});

export const releaseLockdown = platformEndpoint<LockdownEndpointDeps>()({
  id: 'lockdowns.release',
  method: 'POST',
  path: '/api/access-control/:club/lockdowns/:lockdownId/release',
  summary: 'Release a lockdown',
  description:
    'Ends this lockdown: its doors are freed where no other lockdown covers them and nobody had locked them down before. A box refuses a release that has not seen the door’s newest lockdown, and the door says so: look, and release again.',
  gate: { needs: 'facility-manager', in: 'facility' },
  params,
  body: z.strictObject({ reason }).meta({ id: 'LockdownRelease' }),
  examples: {
    params: { ...CLUB, lockdownId: A_LOCKDOWN.lockdownId },
    body: { reason: 'The police have been here' },
    success: { data: A_LOCKDOWN },
  },
  success: success('The lockdown, as it stands.'),
  faults: { lockdown_unknown: lockdownsFaults.lockdown_unknown },
  audit: { event: 'lockdown.release', target: ({ params }) => params.lockdownId },
  handle: async (deps, { params: { club: facilityId, lockdownId }, body }, call) => {
    const audit = (tx: Tx) => call.audit(tx, { outcome: 'ok' });
    await deps.lockdowns.release(facilityId, lockdownId, orderOf(call.caller, body.reason), audit);
    return deps.db.read((tx) => found(deps, tx, facilityId, lockdownId));
  },
});

export const releaseDoorLockdown = platformEndpoint<LockdownEndpointDeps>()({
  id: 'lockdowns.release-door',
  method: 'POST',
  path: '/api/access-control/:club/doors/:doorId/lockdown-release',
  summary: 'Release a lockdown that was made at the box',
  description:
    'Ends a lockdown that somebody began at the door’s box or panel. Refused with 409 while a lockdown of the cloud covers the door. The answer is a wish: its box says what comes of it, and refuses where another lockdown began after `seen`.',
  gate: { needs: 'facility-manager', in: 'facility' },
  params: z.object({ club, doorId: z.string().max(120) }),
  body: z
    .strictObject({ reason, seen: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional() })
    .meta({ id: 'DoorLockdownRelease' }),
  examples: {
    params: { ...CLUB, doorId: 'door_0123456789abcdef' },
    body: { reason: 'False alarm', seen: 3 },
    success: {
      data: {
        wishId: 'wish_0123456789abcdef',
        kind: 'lockdown',
        doorId: 'door_0123456789abcdef',
        state: 'open',
        active: false,
        by: 'Sam Example',
        reason: 'False alarm',
        seen: 3,
        madeAt: '2026-01-01T09:30:00.000Z',
        settledAt: null,
      },
    },
  },
  success: { status: 200, description: 'The wish, as it stands.', schema: z.object({ data: WishView }) },
  faults: {
    door_unknown: doorsFaults.door_unknown,
    door_without_box: doorsFaults.door_without_box,
    door_under_lockdown: lockdownsFaults.door_under_lockdown,
  },
  audit: { event: 'lockdown.release_door', target: ({ params }) => params.doorId },
  handle: async ({ lockdowns }, { params, body }, call) => {
    const { seen } = body;
    const order = { ...orderOf(call.caller, body.reason), ...(seen !== undefined && { seen }) };
    const audit = (tx: Tx) => call.audit(tx, { outcome: 'ok' });
    return { data: viewOfWish(await lockdowns.releaseDoor(params.club, params.doorId, order, audit)) };
  },
});
