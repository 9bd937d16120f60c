import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { replyWithCookies } from '../../kit/http/cookies.ts';
import { refused } from '../../kit/http/endpoint.ts';
import { pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { wrongField } from '../../kit/http/validate.ts';
import { browserIn, platformEndpoint, SESSION_COOKIE } from '../users/platform-surface.ts';
import { A_LISTED_SESSION, ListedSession, listedSession } from './listed-session.ts';
import { anybodyGate, ownGate as gate, ownUser, signedInUser } from './own.ts';
import { Assertion } from './passkey-schemas.ts';
import { A_SESSION, SessionView } from './session-view.ts';
import { sessionsFault, sessionsFaults } from './sessions.faults.ts';
import type { SessionsService } from './sessions.service.ts';

interface SessionDeps {
  readonly sessions: Pick<SessionsService, 'authenticators' | 'end' | 'list' | 'passkeys' | 'stepUp' | 'viewOf'>;
}
const { session_needed, session_unknown, proof_wrong, too_many_tries } = sessionsFaults;

export const readSession = platformEndpoint<SessionDeps>()({
  id: 'sessions.whoami',
  method: 'GET',
  path: '/api/session',
  graph: { as: 'me' },
  summary: 'Read who you are',
  description: 'Who calls, what they hold and where, and how long their session lasts; with a key as well.',
  gate: { ...anybodyGate, atDesk: true },
  success: { status: 200, description: 'You.', schema: SessionView },
  examples: { success: A_SESSION },
  faults: {},
  handle: ({ sessions }, _input, { caller, read }) => {
    const { user, simulatedBy, grants, session } = caller;
    const who = simulatedBy === undefined ? { user } : { user: simulatedBy, simulating: user };
    return read((tx) => sessions.viewOf(tx, { ...who, grants, session }));
  },
});

export const signOut = platformEndpoint<SessionDeps>()({
  id: 'sessions.sign-out',
  method: 'DELETE',
  path: '/api/session',
  graph: { omit: 'It ends the session that it comes in.' },
  summary: 'Sign out',
  description: 'Ends the session that this comes in, at once. With a key there is none to end: end the key itself.',
  gate: { ...anybodyGate, atDesk: true },
  success: {
    status: 200,
    description: 'It has ended, and the cookie is gone.',
    schema: z.object({ sessionId: z.string().nullable().describe('The session that has ended; null with a key.') }),
  },
  examples: { success: { sessionId: A_SESSION.sessionId } },
  faults: {},
  audit: { event: 'session.ended', target: () => undefined },
  handle: async ({ sessions }, _input, { tx, caller, about }) => {
    const { session, simulatedBy, user } = caller;
    if (session === undefined) return { sessionId: null };
    await sessions.end(tx, (simulatedBy ?? user).id, session.id);
    about(session.id);
    return replyWithCookies({ sessionId: session.id }, [{ name: SESSION_COOKIE, value: '' }]);
  },
});

const Proof = z.strictObject({
  passkey: Assertion.optional().describe('The browser’s answer to the options of `POST /api/session/passkey-options`.'),
  code: z
    .string()
    .length(6)
    .regex(/^\d{6}$/, 'must be six digits')
    .optional()
    .describe('Instead: the code that your authenticator shows.'),
});

export const stepUp = platformEndpoint<SessionDeps>()({
  id: 'sessions.step-up',
  method: 'POST',
  path: '/api/session/step-up',
  graph: { omit: 'A session of a browser is stepped up; a token is narrowed when it is made.' },
  summary: 'Prove once more who you are',
  description:
    'With a passkey or a code of an authenticator: for 10 minutes this session may do what is grave. A code by e-mail does not do, and a key needs none.',
  gate,
  body: Proof,
  success: {
    status: 200,
    description: 'Proven.',
    schema: z.object({ stepUpUntil: z.iso.datetime().describe('Until when grave acts are carried out (UTC).') }),
  },
  examples: { body: { code: '287082' }, success: { stepUpUntil: '2026-01-01T09:40:00.000Z' } },
  faults: { session_needed, proof_wrong, too_many_tries },
  audit: { event: 'session.step-up', target: () => undefined },
  prepare: async ({ sessions }, { body: { passkey, code } }, call) => {
    if ((passkey === undefined) === (code === undefined))
      throw wrongField('body', 'one_of', 'must have either passkey or code');
    const browser = browserIn(call);
    return passkey === undefined || browser === undefined ? undefined : sessions.passkeys.check(passkey, browser);
  },
  handle: async ({ sessions }, { body: { code } }, { tx, caller, prepared: proof, about }) => {
    const { user, session } = signedInUser(caller);
    about(session.id);
    const isProven =
      code === undefined
        ? proof?.userId === user.id && (await sessions.passkeys.use(tx, proof))
        : await sessions.authenticators.prove(tx, user.id, code);
    if (!isProven) return refused(sessionsFault('proof_wrong', 'This does not prove that it is you: try again.'));
    return { stepUpUntil: isoOf(await sessions.stepUp(tx, session.id)) };
  },
});

export const listSessions = platformEndpoint<SessionDeps>()({
  id: 'sessions.list',
  method: 'GET',
  path: '/api/sessions',
  tool: { omit: 'It is about signing in with a browser.' },
  summary: 'List your sessions',
  description: 'Where you are signed in at the console, and were in the last 30 days.',
  gate,
  query: z.strictObject(pagesOf({ most: 100, of: 'ses' })),
  success: { status: 200, description: 'The newest first.', schema: pageSchema(ListedSession) },
  examples: {
    success: { data: [A_LISTED_SESSION], next: null },
  },
  faults: {},
  handle: ({ sessions }, { query: { limit, after } }, { caller, read }) =>
    read(async (tx) => {
      const rows = await sessions.list(tx, ownUser(caller).id, { before: after, limit: limit + 1 });
      const { page, next } = pageOf(rows, limit, ({ id }) => id);
      return { data: page.map((row) => listedSession(row, caller.session?.id)), next };
    }),
});

export const endSession = platformEndpoint<SessionDeps>()({
  id: 'sessions.end',
  method: 'DELETE',
  path: '/api/sessions/:sessionId',
  summary: 'End one of your sessions',
  description: 'The very next request in it is refused. One that has ended already stays so.',
  gate,
  act: 'grave:sign-in',
  params: z.strictObject({ sessionId: z.string().max(40).describe('The `sessionId` of the list.') }),
  success: { status: 200, description: 'It has ended.', schema: z.object({ sessionId: z.string() }) },
  examples: { params: { sessionId: 'ses_0123456789abcdef' }, success: { sessionId: 'ses_0123456789abcdef' } },
  faults: { session_unknown },
  audit: { event: 'session.ended', target: ({ params }) => params.sessionId },
  handle: async ({ sessions }, { params: { sessionId } }, { tx, caller }) => {
    await sessions.end(tx, ownUser(caller).id, sessionId);
    return { sessionId };
  },
});
