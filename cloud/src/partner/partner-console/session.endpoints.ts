import { z } from 'zod';
import { replyWithCookies } from '../../kit/http/cookies.ts';
import { pageOf, pageSchema, pagesOf } from '../../kit/http/paging.ts';
import { sessionsFaults } from '../../platform/sessions/sessions.faults.ts';
import type { Installation } from '../../platform/sessions/sessions.module.ts';
import { CONSOLE_COOKIE, consoleEndpoint, signedIn } from './console-surface.ts';
import type { PartnerConsoleService } from './partner-console.service.ts';
import {
  A_CONSOLE_SESSION,
  A_CONTACTS_SESSION,
  ConsoleSessionView,
  ContactsSession,
  consoleSessionView,
  contactsSession,
} from './session-view.ts';

interface SessionDeps {
  readonly partnerConsole: Pick<PartnerConsoleService, 'end' | 'list'>;
  readonly installation: Installation;
}
const gate = { contact: 'any' } as const;
const { session_unknown } = sessionsFaults;
const Ended = z.object({ sessionId: z.string() });
const ENDED = { sessionId: A_CONSOLE_SESSION.sessionId };

export const readConsoleSession = consoleEndpoint<SessionDeps>()({
  id: 'console-session.whoami',
  method: 'GET',
  path: '/console/v1/session',
  summary: 'Read who you are',
  description: 'Who is signed in, for which account, and how long the session lasts.',
  gate,
  success: { status: 200, description: 'You.', schema: ConsoleSessionView },
  examples: { success: A_CONSOLE_SESSION },
  faults: {},
  handle: async ({ installation }, _input, { caller }) => consoleSessionView(signedIn(caller), installation.version),
});

export const signOutOfConsole = consoleEndpoint<SessionDeps>()({
  id: 'console-session.sign-out',
  method: 'DELETE',
  path: '/console/v1/session',
  summary: 'Sign out',
  description: 'Ends the session that this comes in, at once.',
  gate,
  success: { status: 200, description: 'It has ended, and the cookie is gone.', schema: Ended },
  examples: { success: ENDED },
  faults: {},
  audit: { event: 'console-session.ended', target: () => undefined },
  handle: async ({ partnerConsole }, _input, { tx, caller, about }) => {
    const { contact, session } = signedIn(caller);
    await partnerConsole.end(tx, contact.id, session.id);
    about(session.id);
    return replyWithCookies({ sessionId: session.id }, [{ name: CONSOLE_COOKIE, value: '' }]);
  },
});

export const listConsoleSessions = consoleEndpoint<SessionDeps>()({
  id: 'console-session.list',
  method: 'GET',
  path: '/console/v1/sessions',
  summary: 'List your sessions',
  description: 'Where you are signed in at the partner console, and were in the last 30 days.',
  gate,
  query: z.strictObject(pagesOf({ most: 100, of: 'ses' })),
  success: { status: 200, description: 'The newest first.', schema: pageSchema(ContactsSession) },
  examples: { success: { data: [A_CONTACTS_SESSION], next: null } },
  faults: {},
  handle: ({ partnerConsole }, { query: { limit, after } }, { caller, read }) =>
    read(async (tx) => {
      const { contact, session } = signedIn(caller);
      const rows = await partnerConsole.list(tx, contact.id, { before: after, limit: limit + 1 });
      const { page, next } = pageOf(rows, limit, ({ id }) => id);
      return { data: page.map((row) => contactsSession(row, session.id)), next };
    }),
});

export const endConsoleSession = consoleEndpoint<SessionDeps>()({
  id: 'console-session.end',
  method: 'DELETE',
  path: '/console/v1/sessions/:sessionId',
  summary: 'End one of your sessions',
  description: 'The very next request in it is refused. One that has ended already stays so.',
  gate,
  params: z.strictObject({ sessionId: z.string().max(40).describe('The `sessionId` of the list.') }),
  success: { status: 200, description: 'It has ended.', schema: Ended },
  examples: { params: ENDED, success: ENDED },
  faults: { session_unknown },
  audit: { event: 'console-session.ended', target: ({ params }) => params.sessionId },
  handle: async ({ partnerConsole }, { params: { sessionId } }, { tx, caller }) => {
    await partnerConsole.end(tx, signedIn(caller).contact.id, sessionId);
    return { sessionId };
  },
});
