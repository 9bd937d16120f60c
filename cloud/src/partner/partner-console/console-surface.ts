import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type Caller, endpointsFor } from '../../kit/http/endpoint.ts';
import { kitFault, kitFaults } from '../../kit/http/kit-faults.ts';
import { refusedThough, strangerAt } from '../../kit/http/strangers.ts';
import { type Authenticate, isPublicGate, type PublicGate, type Surface } from '../../kit/http/surfaces.ts';
import {
  type CallersSession,
  cookieIn,
  isUnattended,
  requireNoKey,
  requireOwnPage,
} from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import type { PartnerContact } from '../partners/partners.module.ts';
import { consoleTags, consoleWords } from './console-words.ts';
import type { PartnerConsoleService } from './partner-console.service.ts';

/** What a browser that is signed in at the partner console sends with every request. */
export const CONSOLE_COOKIE = '__Host-console';
/** What tells a browser that is about to sign in there from all others. */
export const ASKING_COOKIE = '__Host-console-pre';

/** A contact of a partner, in a session; nobody yet where somebody signs in. */
export interface ConsoleCaller extends Caller {
  readonly contact: PartnerContact | undefined;
  readonly session: CallersSession | undefined;
}
/** Any contact; or an owner, for who the contacts are and what the account is set to. */
export type ConsoleGate = { readonly contact: 'any' | 'owner' } | PublicGate;

export const consoleSurface: Surface<ConsoleCaller, ConsoleGate> = {
  name: 'console',
  basePath: '/console/v1',
  authorise: ({ contact }, gate) => {
    if (isPublicGate(gate)) return;
    if (contact === undefined) throw kitFault('unauthenticated', NOBODY);
    if (gate.contact === 'owner' && contact.role !== 'owner')
      throw kitFault('forbidden', 'An owner of the account does this.');
  },
  auditsEverything: true,
  idempotencyKeys: true,
  renderFault: (fault) => ({ error: fault.code, message: fault.message }),
  requestsPerSecond: 20,
  faults: {
    forbidden: kitFaults.forbidden,
    key_and_cookie: usersFaults.key_and_cookie,
    cross_site_request: usersFaults.cross_site_request,
  },
  faultsAt: (gate) => ({
    ...(!isPublicGate(gate) && { key_and_cookie: usersFaults.key_and_cookie }),
    ...(!isPublicGate(gate) && gate.contact === 'owner' && { forbidden: kitFaults.forbidden }),
    cross_site_request: usersFaults.cross_site_request,
  }),
  document: {
    title: 'Gatehouse partner console',
    version: 'v1',
    description: [
      'What the pages of the partner console ask: its own listener, a cookie and never a key. A contact of the account signs in with a code by e-mail, for 8 hours at most.',
      'What is no GET has `x-console: 1` and comes from a page of that listener (`cross_site_request`); a key beside the cookie is refused (`key_and_cookie`).',
      'Lists are in `data`. Long ones come in pages: `next` in an answer begins the next page, sent back as `after`, and is null on the last one. Every refusal is an `Error`: go by its `error`.',
    ].join('\n\n'),
    tags: consoleTags,
    words: consoleWords,
    security: {
      name: 'consoleSession',
      type: 'apiKey',
      in: 'cookie',
      keyName: CONSOLE_COOKIE,
      description: 'The session of a contact who has signed in.',
    },
  },
};

/** Declares an endpoint of the partner console. */
export const consoleEndpoint = endpointsFor(consoleSurface);

const NOBODY = 'Sign in: there is no session, or it has ended.';

/** By the session of a browser alone: no key of a partner or a user counts here. */
export const authenticateConsole =
  ({
    partnerConsole,
  }: {
    readonly partnerConsole: Pick<PartnerConsoleService, 'authenticate' | 'recognise' | 'requireLive' | 'contact'>;
  }): Authenticate<ConsoleCaller, ConsoleGate> =>
  async (request, gate) => {
    if (isPublicGate(gate)) {
      requireOwnPage(request);
      return { ...strangerAt(request.remoteAddress), contact: undefined, session: undefined };
    }
    const token = cookieIn(request.header, CONSOLE_COOKIE);
    if (token === undefined) throw kitFault('unauthenticated', NOBODY);
    requireNoKey(request);
    requireOwnPage(request);
    const known = await partnerConsole.authenticate(token, { unattended: isUnattended(request) });
    if (known === undefined)
      throw refusedThough(await partnerConsole.recognise(token), kitFault('unauthenticated', NOBODY));
    const { session } = known;
    const callerOf = (contact: PartnerContact): ConsoleCaller => ({
      contact,
      session,
      sessionId: session.id,
      actor: actorOf(contact),
      tenant: `contact:${contact.id}`,
    });
    const renewed = async (tx: Tx): Promise<ConsoleCaller> => {
      await partnerConsole.requireLive(tx, session.id);
      const contact = await partnerConsole.contact(tx, known.contact.id);
      if (contact === undefined) throw kitFault('unauthenticated', NOBODY);
      return callerOf(contact);
    };
    return { ...callerOf(known.contact), renewed };
  };

/** A contact in the audit. */
export const actorOf = ({ partnerId, id }: Pick<PartnerContact, 'partnerId' | 'id'>): string =>
  `partner:${partnerId}/${id}`;

/** Who is signed in, behind every gate but the public ones. */
export const signedIn = ({
  contact,
  session,
}: ConsoleCaller): { readonly contact: PartnerContact; readonly session: CallersSession } => {
  if (contact === undefined || session === undefined) throw new Bug('nobody is signed in behind this gate');
  return { contact, session };
};
