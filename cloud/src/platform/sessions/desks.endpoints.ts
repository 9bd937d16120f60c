import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { replyWithCookies } from '../../kit/http/cookies.ts';
import { listSchema } from '../../kit/http/paging.ts';
import { BY_SAM, By, namedBy } from '../users/actor-surface.ts';
import { AT_FACILITY, facilityParams, facilityWrites } from '../users/facility-surface.ts';
import { DESK_COOKIE, platformEndpoint } from '../users/platform-surface.ts';
import { ownGate, ownUser, signedInUser } from './own.ts';
import { sessionsFaults } from './sessions.faults.ts';
import type { SessionsService } from './sessions.service.ts';

interface DeskDeps {
  readonly sessions: Pick<SessionsService, 'desks'>;
}

const { session_needed, desk_unknown } = sessionsFaults;
const params = z.object(facilityParams);
export const deskId = z.string().describe('The desk: `dsk_` and 16 characters. It opens nothing.');
const label = z.string().trim().min(1).max(60).describe('What people call the device.');
export const A_DESK = {
  deskId: 'dsk_0123456789abcdef',
  label: 'Reception, left',
  enrolledBy: BY_SAM,
  enrolledAt: '2026-01-01T09:00:00.000Z',
};
const DeskView = z
  .object({
    deskId,
    label: z.string().describe('What people call the device.'),
    enrolledBy: By.describe('Who made the device a desk.'),
    enrolledAt: z.iso.datetime().describe('When that was (UTC).'),
  })
  .meta({ id: 'Desk' });
/** A year: a desk that nobody uses for so long is enrolled anew. */
const COOKIE_SECONDS = 365 * 86_400;
export const pin = z
  .string()
  .regex(/^\d{6}$/, 'must be six digits')
  .describe('Six digits.');

export const listDesks = platformEndpoint<DeskDeps>()({
  id: 'desks.list',
  method: 'GET',
  path: '/api/facilities/:facilityId/desks',
  graph: { on: 'Facility', as: 'desks', with: { facilityId: 'facilityId' } },
  summary: 'List the desks of a facility',
  description:
    'The devices at which staff sign in with a PIN: they unlock doors and begin lockdowns there, and no more.',
  gate: facilityWrites,
  params,
  success: { status: 200, description: 'All of them.', schema: listSchema(DeskView) },
  examples: { params: AT_FACILITY, success: { data: [A_DESK] } },
  faults: {},
  handle: ({ sessions }, { params: { facilityId } }, { read }) =>
    read(async (tx) => {
      const rows = await namedBy(tx, await sessions.desks.list(tx, facilityId), 'enrolled_by');
      return {
        data: rows.map(({ id, label, enrolled_by, enrolled_at }) => ({
          deskId: id,
          label,
          enrolledBy: enrolled_by,
          enrolledAt: isoOf(Number(enrolled_at)),
        })),
      };
    }),
});

export const enrolDesk = platformEndpoint<DeskDeps>()({
  id: 'desks.enrol',
  method: 'POST',
  path: '/api/facilities/:facilityId/desks',
  graph: { omit: 'Answers a secret that is shown once.' },
  summary: 'Make this device a desk',
  description:
    'The browser that asks becomes a desk of the facility: the cookie `__Host-desk` tells it from all others. Staff who have set a PIN sign in there with it. Whoever asks stays signed in as they are.',
  gate: facilityWrites,
  act: 'grave:sign-in',
  stepUp: true,
  params,
  body: z.strictObject({ label }),
  success: {
    status: 201,
    description: 'It is a desk. The cookie `__Host-desk` is set.',
    schema: z.object({ deskId, label: z.string().describe('What people call the device.') }),
  },
  examples: {
    params: AT_FACILITY,
    body: { label: A_DESK.label },
    success: { deskId: A_DESK.deskId, label: A_DESK.label },
  },
  faults: { session_needed },
  audit: { event: 'desk.enrolled', target: () => undefined },
  answersSecret: true,
  handle: async ({ sessions }, { params: { facilityId }, body }, { tx, caller, about }) => {
    const { user } = signedInUser(caller);
    const { token, row } = await sessions.desks.enrol(tx, { facilityId, label: body.label, by: `user:${user.id}` });
    about(row.id);
    const cookie = { name: DESK_COOKIE, value: token, maxAgeSeconds: COOKIE_SECONDS } as const;
    return replyWithCookies({ deskId: row.id, label: row.label }, [cookie]);
  },
});

export const removeDesk = platformEndpoint<DeskDeps>()({
  id: 'desks.remove',
  method: 'DELETE',
  path: '/api/facilities/:facilityId/desks/:deskId',
  summary: 'Make a desk a device like any other',
  description: 'Nobody signs in there with a PIN any more, and whoever is signed in there is out at once.',
  gate: facilityWrites,
  act: 'grave:sign-in',
  params: params.extend({ deskId: z.string().max(64).describe('The desk.') }),
  success: { status: 200, description: 'It is none any more.', schema: z.object({ deskId }) },
  examples: { params: { ...AT_FACILITY, deskId: A_DESK.deskId }, success: { deskId: A_DESK.deskId } },
  faults: { desk_unknown },
  audit: { event: 'desk.removed', target: ({ params }) => params.deskId },
  handle: async ({ sessions }, { params: { facilityId, deskId } }, { tx }) => {
    await sessions.desks.remove(tx, facilityId, deskId);
    return { deskId };
  },
});

const PinStanding = z.object({
  setAt: z.iso.datetime().nullable().describe('Since when you have a PIN (UTC); null: you have none.'),
});

export const readDeskPin = platformEndpoint<DeskDeps>()({
  id: 'desk-pin.read',
  method: 'GET',
  path: '/api/desk-pin',
  tool: { omit: 'It is about signing in at a desk.' },
  summary: 'Read whether you have a PIN',
  description: 'With a PIN of your own you sign in at the desks of the facilities where you work. Nobody can read it.',
  gate: ownGate,
  success: { status: 200, description: 'Whether you have one.', schema: PinStanding },
  examples: { success: { setAt: '2026-01-01T09:00:00.000Z' } },
  faults: {},
  handle: ({ sessions }, _input, { caller, read }) =>
    read(async (tx) => ({ setAt: isoOrNull(await sessions.desks.pinSince(tx, ownUser(caller).id)) })),
});

export const setDeskPin = platformEndpoint<DeskDeps>()({
  id: 'desk-pin.set',
  method: 'PUT',
  path: '/api/desk-pin',
  summary: 'Set your PIN',
  description: 'It takes the place of the one before, at once and at every desk. It counts at desks alone.',
  gate: ownGate,
  act: 'grave:sign-in',
  stepUp: true,
  body: z.strictObject({ pin }),
  success: { status: 200, description: 'It counts from now on.', schema: PinStanding },
  examples: { body: { pin: '493027' }, success: { setAt: '2026-01-01T09:00:00.000Z' } },
  faults: { session_needed },
  audit: { event: 'desk-pin.set', target: () => undefined },
  prepare: ({ sessions }, { body }) => sessions.desks.hashPin(body.pin),
  handle: async ({ sessions }, _input, { tx, caller, prepared }) => {
    const { user } = signedInUser(caller);
    return { setAt: isoOf(await sessions.desks.setPin(tx, user.id, prepared)) };
  },
});

export const deleteDeskPin = platformEndpoint<DeskDeps>()({
  id: 'desk-pin.delete',
  method: 'DELETE',
  path: '/api/desk-pin',
  summary: 'Delete your PIN',
  description: 'You sign in at no desk any more. Without one nothing happens.',
  gate: ownGate,
  act: 'grave:sign-in',
  success: { status: 200, description: 'You have none.', schema: PinStanding },
  examples: { success: { setAt: null } },
  faults: {},
  audit: { event: 'desk-pin.deleted', target: () => undefined },
  handle: async ({ sessions }, _input, { tx, caller }) => {
    await sessions.desks.forgetPin(tx, ownUser(caller).id);
    return { setAt: null };
  },
});
