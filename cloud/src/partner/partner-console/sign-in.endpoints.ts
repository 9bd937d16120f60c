import { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Call } from '../../kit/http/call.ts';
import { replyWithCookies } from '../../kit/http/cookies.ts';
import { refused } from '../../kit/http/endpoint.ts';
import { sessionsFault, sessionsFaults } from '../../platform/sessions/sessions.faults.ts';
import {
  A_LINK_TOKEN,
  CODE_LASTS,
  type Installation,
  LinkToken,
  SixDigits,
  WrongCode,
  wrongCode,
} from '../../platform/sessions/sessions.module.ts';
import { cookieIn } from '../../platform/users/platform-surface.ts';
import { Email } from '../../platform/users/users.module.ts';
import type { PartnerContact } from '../partners/partners.module.ts';
import { ASKING_COOKIE, CONSOLE_COOKIE, consoleEndpoint } from './console-surface.ts';
import { type PartnerConsoleService, WHOLE } from './partner-console.service.ts';
import { A_CONSOLE_SESSION, ConsoleSessionView, consoleSessionView } from './session-view.ts';

interface SignInDeps {
  readonly partnerConsole: Pick<PartnerConsoleService, 'begin' | 'codes' | 'endByToken' | 'links'>;
  readonly installation: Installation;
}

const gate = { public: 'Whoever signs in is nobody yet.' } as const;
/** Of one network: each may be a guess. */
const requestsPerSecond = 5;
const target = () => undefined;
const { too_many_codes, code_wrong, code_ended } = sessionsFaults;
const who = {
  partnerId: PartnerId.describe('The account: `ptr_` and 16 characters.'),
  email: Email.optional().describe('Which of its contacts. Without it the code goes to the owner who was added first.'),
};
const WHO = { partnerId: 'ptr_0123456789abcdef', email: 'robin@acme.example' };

const success = {
  status: 200,
  description: 'Signed in: the cookie `__Host-console` is set, and the session is this.',
  schema: ConsoleSessionView,
} as const;

/** Lets a contact in: always in a new session, in place of the one that the browser had. */
const signIn = async (
  { partnerConsole, installation }: SignInDeps,
  {
    contact,
    by,
    call,
  }: {
    readonly contact: PartnerContact;
    readonly by: 'code' | 'link';
    readonly call: Pick<Call, 'header' | 'remoteAddress' | 'about'> & { readonly tx: Tx };
  },
) => {
  const { tx, header, remoteAddress } = call;
  const before = cookieIn(header, CONSOLE_COOKIE);
  if (before !== undefined) await partnerConsole.endByToken(tx, before);
  const from = { remoteAddress, userAgent: header('user-agent') };
  const { token, session } = await partnerConsole.begin(tx, { subjectId: contact.id, by, ...from });
  call.about(`${contact.id} ${session.id}`);
  return replyWithCookies(consoleSessionView({ contact, session }, installation.version), [
    { name: CONSOLE_COOKIE, value: token, maxAgeSeconds: WHOLE / 1_000 },
    { name: ASKING_COOKIE, value: '' },
  ]);
};

export const sendConsoleCode = consoleEndpoint<SignInDeps>()({
  id: 'console-session.send-code',
  method: 'POST',
  path: '/console/v1/session-codes',
  summary: 'Ask for a code to sign in',
  description:
    'Sends a code of six digits by e-mail, if the account has such a contact; whether it does, nobody learns. It counts in the browser that asks, for 10 minutes, and ends the one before.',
  gate,
  requestsPerSecond,
  body: z.strictObject(who),
  success: {
    status: 202,
    description: 'A code is sent if there is such a contact. The cookie `__Host-console-pre` is set.',
    schema: z.object({ expiresInSeconds: z.int().describe('For so many seconds the code counts.') }),
  },
  examples: { body: WHO, success: { expiresInSeconds: CODE_LASTS / 1_000 } },
  faults: { too_many_codes },
  audit: { event: 'console-session.code-asked', target },
  answersSecret: true,
  handle: async ({ partnerConsole }, { body }, { tx, remoteAddress }) => {
    const value = await partnerConsole.codes.ask(tx, { ...body, remoteAddress });
    const expiresInSeconds = CODE_LASTS / 1_000;
    return replyWithCookies({ expiresInSeconds }, [{ name: ASKING_COOKIE, value, maxAgeSeconds: expiresInSeconds }]);
  },
});

export const signInAtConsole = consoleEndpoint<SignInDeps>()({
  id: 'console-session.sign-in',
  method: 'POST',
  path: '/console/v1/session',
  summary: 'Sign in with a code',
  description:
    'Begins a session of 8 hours at most, and of 30 minutes in which nothing is asked. The code has five tries, and counts once, for the account and the contact that it was asked for.',
  gate,
  requestsPerSecond,
  body: z.strictObject({ ...who, code: SixDigits.describe('The code of the newest e-mail.') }),
  success,
  examples: { body: { ...WHO, code: '493027' }, success: A_CONSOLE_SESSION },
  faults: { code_wrong, code_ended },
  faultBodies: { code_wrong: WrongCode },
  audit: { event: 'console-session.begun', target },
  answersSecret: true,
  handle: async (deps, { body }, call) => {
    const browser = cookieIn(call.header, ASKING_COOKIE);
    const came = await deps.partnerConsole.codes.redeem(call.tx, { ...body, browser });
    if (came.outcome === 'ended') throw sessionsFault('code_ended', 'Ask for a new code in this browser.');
    if (came.outcome === 'wrong') return refused(wrongCode(came.triesLeft));
    return signIn(deps, { contact: came.subject, by: 'code', call });
  },
});

export const signInByConsoleLink = consoleEndpoint<SignInDeps>()({
  id: 'console-session.sign-in-by-link',
  method: 'POST',
  path: '/console/v1/session/link',
  summary: 'Sign in with a link from the machine',
  description:
    'With what `gatehouse admin partner-sign-in-link` printed behind the `#`. It counts once, for 5 minutes.',
  gate,
  requestsPerSecond,
  body: z.strictObject({ token: LinkToken }),
  success,
  examples: { body: { token: A_LINK_TOKEN }, success: A_CONSOLE_SESSION },
  faults: { code_ended },
  audit: { event: 'console-session.begun', target },
  answersSecret: true,
  handle: async (deps, { body: { token } }, call) => {
    const contact = await deps.partnerConsole.links.redeem(call.tx, token);
    if (contact === undefined) throw sessionsFault('code_ended', 'This link was used, or is over: make a new one.');
    return signIn(deps, { contact, by: 'link', call });
  },
});
