import { z } from 'zod';
import { refused } from '../../kit/http/endpoint.ts';
import { AT_FACILITY } from '../users/facility-surface.ts';
import { deskTokenIn, platformEndpoint } from '../users/platform-surface.ts';
import type { UsersService } from '../users/users.module.ts';
import { A_DESK, deskId, pin } from './desks.endpoints.ts';
import { A_SESSION, SessionView } from './session-view.ts';
import { sessionsFault, sessionsFaults } from './sessions.faults.ts';
import type { SessionsService } from './sessions.service.ts';
import { signIn } from './sign-in.endpoints.ts';

interface DeskSignInDeps {
  readonly sessions: Pick<SessionsService, 'begin' | 'endByToken' | 'viewOf' | 'desks'>;
  readonly users: Pick<UsersService, 'grantsOf'>;
}

const { desk_unknown, pin_wrong, too_many_pins } = sessionsFaults;
const gate = { public: 'Whoever signs in is nobody yet; the device shows that it is a desk by its cookie.' } as const;

export const readDesk = platformEndpoint<DeskSignInDeps>()({
  id: 'desks.read',
  method: 'GET',
  path: '/api/session/desk',
  graph: { omit: 'A browser asks by its cookie.' },
  summary: 'Read which desk this device is',
  description:
    'For the page on which people sign in: which facility’s desk it is, and who has a PIN and works there. To every other device it says that it is none.',
  gate,
  success: {
    status: 200,
    description: 'The desk, or that this is none.',
    schema: z.object({
      desk: z
        .object({
          deskId,
          label: z.string().describe('What people call the device.'),
          facilityId: z.string(),
          facilityName: z.string().describe('What the facility is called.'),
          people: z
            .array(
              z.object({
                userId: z.string(),
                name: z.string().describe('First name, and the first letter of the last.'),
              }),
            )
            .describe('Who signs in there.'),
        })
        .nullable()
        .describe('Null where the device is no desk.'),
    }),
  },
  examples: {
    success: {
      desk: {
        deskId: A_DESK.deskId,
        label: A_DESK.label,
        facilityId: AT_FACILITY.facilityId,
        facilityName: 'Riverside Strength Brisbane',
        people: [{ userId: 'usr_0123456789abcdef', name: 'Sam R.' }],
      },
    },
  },
  faults: {},
  handle: ({ sessions }, _input, call) =>
    call.read(async (tx) => {
      const desk = await sessions.desks.ofToken(tx, deskTokenIn(call));
      if (desk === undefined) return { desk: null };
      const { organisationId: _, facilityId, ...rest } = desk;
      const people = (await sessions.desks.peopleAt(tx, desk)).map(({ id, first_name, last_name }) => ({
        userId: id,
        name: last_name === '' ? first_name : `${first_name} ${[...last_name][0]}.`,
      }));
      return { desk: { ...rest, facilityId: facilityId as string, people } };
    }),
});

export const signInAtDesk = platformEndpoint<DeskSignInDeps>()({
  id: 'desks.sign-in',
  method: 'POST',
  path: '/api/session/desk',
  graph: { omit: 'Whoever signs in has no token yet.' },
  summary: 'Sign in at a desk',
  description:
    'With a PIN of one’s own, on a device that is a desk. Begins a session of 10 minutes that reads what the reception needs, unlocks doors and begins lockdowns at that facility, and does nothing else, whatever else the person may do elsewhere. There are 10 tries in 15 minutes.',
  gate,
  requestsPerSecond: 5,
  body: z.strictObject({ userId: z.string().min(1).max(64).describe('Who signs in.'), pin }),
  success: { status: 200, description: 'Signed in: the cookie `__Host-ops` is set.', schema: SessionView },
  examples: {
    body: { userId: 'usr_0123456789abcdef', pin: '493027' },
    success: {
      ...A_SESSION,
      roles: [
        {
          right: 'facility-staff',
          scope: 'facility',
          scopeId: AT_FACILITY.facilityId,
          scopeName: 'Riverside Strength Brisbane',
        },
      ],
      desk: { deskId: A_DESK.deskId, label: A_DESK.label, facilityId: AT_FACILITY.facilityId },
    },
  },
  faults: { desk_unknown, pin_wrong, too_many_pins },
  audit: { event: 'session.begun', target: () => undefined },
  answersSecret: true,
  prepare: ({ sessions }, { body: { userId, pin } }, call) => sessions.desks.comparePin(deskTokenIn(call), userId, pin),
  handle: async (deps, { body: { userId } }, call) => {
    const came = await deps.sessions.desks.redeemPin(call.tx, deskTokenIn(call), userId, call.prepared);
    if (came === undefined) return refused(sessionsFault('pin_wrong', 'pin: is not the one of this person.'));
    return signIn(call.tx, deps, { user: came.user, by: 'code', desk: came.desk, call });
  },
});
