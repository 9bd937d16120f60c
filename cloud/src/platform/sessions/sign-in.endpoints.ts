import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Call } from '../../kit/http/call.ts';
import { replyWithCookies } from '../../kit/http/cookies.ts';
import { refused } from '../../kit/http/endpoint.ts';
import {
  BROWSER_COOKIE,
  browserIn,
  type Desk,
  grantsInSession,
  lastEndOf,
  platformEndpoint,
  SESSION_COOKIE,
  sessionTokenIn,
} from '../users/platform-surface.ts';
import { Email, type User, type UsersService } from '../users/users.module.ts';
import { A_LINK_TOKEN, LinkToken } from './link-token.ts';
import { AN_ASSERTION, Assertion, REQUEST_OPTIONS, RequestOptions } from './passkey-schemas.ts';
import { WHOLE_AT_DESK } from './session-store.ts';
import { newToken } from './session-token.ts';
import { A_SESSION, SessionView } from './session-view.ts';
import { sessionsFault, sessionsFaults } from './sessions.faults.ts';
import type { SessionsService } from './sessions.service.ts';
import type { SignedInBy } from './sessions.tables.ts';
import { CODE_LASTS } from './sign-in-codes.ts';
import { WHOLE } from './staff-realm.ts';
import { SixDigits, WrongCode, wrongCode } from './wrong-code.ts';

interface SignInDeps {
  readonly sessions: Pick<SessionsService, 'begin' | 'endByToken' | 'codes' | 'links' | 'passkeys' | 'viewOf'>;
  readonly users: Pick<UsersService, 'findById' | 'grantsOf'>;
  readonly random: RandomBytes;
}

const gate = { public: 'Whoever signs in is nobody yet.' } as const;
/** Of one network: each may be a guess. */
const requestsPerSecond = 5;
const event = 'session.begun';
const target = () => undefined;
const success = {
  status: 200,
  description: 'Signed in: the cookie `__Host-ops` is set, and the session is this.',
  schema: SessionView,
} as const;
const { too_many_codes, code_wrong, code_ended, passkey_wrong } = sessionsFaults;
/** Lets somebody in: always in a new session, so that nobody can have planted it, and in place of the one before. */
export const signIn = async (
  tx: Tx,
  {
    sessions,
    users,
  }: {
    readonly sessions: Pick<SessionsService, 'begin' | 'endByToken' | 'viewOf'>;
    readonly users: Pick<UsersService, 'grantsOf'>;
  },
  {
    user,
    by,
    desk,
    organisationId,
    call,
  }: {
    readonly user: User;
    readonly by: SignedInBy;
    readonly desk?: Desk;
    readonly organisationId?: OrgId;
    readonly call: Call;
  },
) => {
  const before = sessionTokenIn(call);
  if (before !== undefined) await sessions.endByToken(tx, before);
  const { remoteAddress, header } = call;
  const grants = grantsInSession(await users.grantsOf(tx, user.id), { desk, organisationId });
  const { token, session } = await sessions.begin(tx, {
    subjectId: user.id,
    by,
    remoteAddress,
    userAgent: header('user-agent'),
    desk,
    organisationId,
    endsBy: lastEndOf(grants),
  });
  call.about(`${user.id} ${session.id}`);
  const view = await sessions.viewOf(tx, { user, grants, session });
  return replyWithCookies(view, [
    { name: SESSION_COOKIE, value: token, maxAgeSeconds: (desk === undefined ? WHOLE : WHOLE_AT_DESK) / 1_000 },
    { name: BROWSER_COOKIE, value: '' },
  ]);
};

export const sendCode = platformEndpoint<SignInDeps>()({
  id: 'sessions.send-code',
  method: 'POST',
  path: '/api/session/codes',
  graph: { omit: 'Whoever signs in has no token yet.' },
  summary: 'Ask for a code to sign in',
  description:
    'Sends a code of six digits by e-mail, if a user who holds something has this address; whether one does, nobody learns. It counts in the browser that asks, for 10 minutes, and ends the one before. Only on the consoles’ listener.',
  gate,
  requestsPerSecond,
  body: z.strictObject({ email: Email.describe('Who wants to sign in.') }),
  success: {
    status: 202,
    description: 'A code is sent if somebody has this address. The cookie `__Host-pre` is set.',
    schema: z.object({ expiresInSeconds: z.int().describe('For so many seconds the code counts.') }),
  },
  examples: { body: { email: 'sam@example.com' }, success: { expiresInSeconds: CODE_LASTS / 1_000 } },
  faults: { too_many_codes },
  audit: { event: 'session.code-asked', target },
  answersSecret: true,
  handle: async ({ sessions }, { body: { email } }, { tx, remoteAddress }) => {
    const browser = await sessions.codes.ask(tx, { email, remoteAddress });
    const cookie = { name: BROWSER_COOKIE, value: browser, maxAgeSeconds: CODE_LASTS / 1_000 } as const;
    return replyWithCookies({ expiresInSeconds: CODE_LASTS / 1_000 }, [cookie]);
  },
});

export const signInByCode = platformEndpoint<SignInDeps>()({
  id: 'sessions.sign-in',
  method: 'POST',
  path: '/api/session',
  graph: { omit: 'Whoever signs in has no token yet.' },
  summary: 'Sign in with a code',
  description:
    'Begins a session of 12 hours at most, and of 30 minutes in which nothing is asked. The code has five tries, and counts once.',
  gate,
  requestsPerSecond,
  body: z.strictObject({
    email: Email.describe('Whom the code was asked for.'),
    code: SixDigits.describe('The code of the newest e-mail.'),
  }),
  success,
  examples: { body: { email: 'sam@example.com', code: '493027' }, success: A_SESSION },
  faults: { code_wrong, code_ended },
  faultBodies: { code_wrong: WrongCode },
  audit: { event, target },
  answersSecret: true,
  handle: async (deps, { body }, call) => {
    const { tx } = call;
    const came = await deps.sessions.codes.redeem(tx, { ...body, browser: browserIn(call) });
    if (came.outcome === 'ended') throw sessionsFault('code_ended', 'Ask for a new code in this browser.');
    if (came.outcome === 'in') return signIn(tx, deps, { user: came.subject, by: 'code', call });
    return refused(wrongCode(came.triesLeft));
  },
});

export const signInByLink = platformEndpoint<SignInDeps>()({
  id: 'sessions.sign-in-by-link',
  method: 'POST',
  path: '/api/session/link',
  graph: { omit: 'Whoever signs in has no token yet.' },
  summary: 'Sign in with a link from the machine',
  description:
    'With what `gatehouse admin sign-in-link` printed behind the `#`. It counts once, for 5 minutes, and as a step-up: so the first passkey can be added.',
  gate,
  requestsPerSecond,
  body: z.strictObject({ token: LinkToken }),
  success,
  examples: {
    body: { token: A_LINK_TOKEN },
    success: { ...A_SESSION, stepUpUntil: '2026-01-01T09:40:00.000Z' },
  },
  faults: { code_ended },
  audit: { event, target },
  answersSecret: true,
  handle: async (deps, { body: { token } }, call) => {
    const user = await deps.sessions.links.redeem(call.tx, token);
    if (user === undefined) throw sessionsFault('code_ended', 'This link was used, or is over: make a new one.');
    return signIn(call.tx, deps, { user, by: 'link', call });
  },
});

export const passkeyOptions = platformEndpoint<SignInDeps>()({
  id: 'sessions.passkey-options',
  method: 'POST',
  path: '/api/session/passkey-options',
  graph: { omit: 'Whoever signs in has no token yet.' },
  summary: 'Begin to use a passkey',
  description:
    'What a browser needs to ask for a passkey (WebAuthn, `PublicKeyCredentialRequestOptionsJSON`), to sign in or to step up. Its answer counts in this browser, within 5 minutes, once. Whose passkeys there are, nobody learns.',
  gate,
  requestsPerSecond,
  readsOnly: true,
  success: {
    status: 200,
    description: 'The options. The cookie `__Host-pre` is set.',
    schema: RequestOptions,
  },
  examples: { success: REQUEST_OPTIONS },
  faults: {},
  audit: { event: 'session.passkey-asked', target },
  handle: async ({ sessions, random }) => {
    const browser = newToken(random);
    return replyWithCookies(sessions.passkeys.requestOptions(browser), [{ name: BROWSER_COOKIE, value: browser }]);
  },
});

export const signInByPasskey = platformEndpoint<SignInDeps>()({
  id: 'sessions.sign-in-by-passkey',
  method: 'POST',
  path: '/api/session/passkey',
  graph: { omit: 'Whoever signs in has no token yet.' },
  summary: 'Sign in with a passkey',
  description: 'With the browser’s answer to the options (`AuthenticationResponseJSON`). It counts as a step-up, too.',
  gate,
  requestsPerSecond,
  body: Assertion,
  success,
  examples: { body: AN_ASSERTION, success: { ...A_SESSION, stepUpUntil: '2026-01-01T09:40:00.000Z' } },
  faults: { passkey_wrong },
  audit: { event, target },
  answersSecret: true,
  prepare: ({ sessions }, { body }, call) => {
    const browser = browserIn(call);
    return browser === undefined ? Promise.resolve(undefined) : sessions.passkeys.check(body, browser);
  },
  handle: async (deps, _input, call) => {
    const { tx, prepared: proof } = call;
    const isUsed = proof !== undefined && (await deps.sessions.passkeys.use(tx, proof));
    const user = isUsed ? await deps.users.findById(tx, proof.userId) : undefined;
    if (user === undefined || (await deps.users.grantsOf(tx, user.id)).length === 0)
      throw sessionsFault('passkey_wrong', 'This passkey does not let you in: ask for options anew.');
    return signIn(tx, deps, { user, by: 'passkey', call });
  },
});
