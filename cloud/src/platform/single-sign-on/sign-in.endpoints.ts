import { z } from 'zod';
import { replyWithCookies } from '../../kit/http/cookies.ts';
import { undecided } from '../../kit/http/endpoint.ts';
import { A_SESSION, type SessionsService, SessionView, signIn } from '../sessions/sessions.module.ts';
import { BROWSER_COOKIE, browserIn, platformEndpoint } from '../users/platform-surface.ts';
import type { UsersService } from '../users/users.module.ts';
import { singleSignOnFault, singleSignOnFaults } from './single-sign-on.faults.ts';
import { SIGN_IN_LASTS, type SingleSignOnService } from './single-sign-on.service.ts';

interface Deps {
  readonly singleSignOn: SingleSignOnService;
  readonly sessions: SessionsService;
  readonly users: Pick<UsersService, 'grantsOf'>;
}
const gate = { public: 'Whoever signs in is nobody yet.' } as const;
/** Of one network: each asks a provider. */
const requestsPerSecond = 5;
const { no_single_sign_on, provider_refused, provider_unreachable, too_many_sign_ins, sign_in_ended, nobody_here } =
  singleSignOnFaults;

export const beginSingleSignOn = platformEndpoint<Deps>()({
  id: 'single-sign-on.begin',
  method: 'POST',
  path: '/api/session/single-sign-on',
  graph: { omit: 'Whoever signs in has no token yet.' },
  summary: 'Begin to sign in by the OpenID provider of an organisation',
  description:
    'Answers where the browser goes. What comes back counts in this browser, within 10 minutes, once. Only on the consoles’ listener.',
  gate,
  requestsPerSecond,
  body: z.strictObject({ organisationId: z.string().max(64).describe('Whose provider.').brand<'OrgId'>() }),
  success: {
    status: 200,
    description: 'The provider’s page. The cookie `__Host-pre` is set.',
    schema: z.object({ url: z.url().describe('Where to send the browser.') }),
  },
  examples: {
    body: { organisationId: 'org_0123456789abcdef' },
    success: { url: 'https://login.riverside.example/authorize?client_id=gatehouse' },
  },
  faults: { no_single_sign_on, provider_refused, provider_unreachable, too_many_sign_ins },
  audit: { event: 'session.single-sign-on-begun', target: ({ body }) => body.organisationId },
  answersSecret: true,
  prepare: async ({ singleSignOn }, { body: { organisationId } }, { read, remoteAddress }) =>
    singleSignOn.begin(await read((tx) => singleSignOn.providerFor(tx, organisationId, remoteAddress))),
  handle: async ({ singleSignOn }, { body: { organisationId } }, { tx, prepared: { trip, url }, remoteAddress }) => {
    const value = await singleSignOn.begun(tx, organisationId, trip, remoteAddress);
    return replyWithCookies({ url: url.href }, [{ name: BROWSER_COOKIE, value, maxAgeSeconds: SIGN_IN_LASTS / 1_000 }]);
  },
});

export const finishSingleSignOn = platformEndpoint<Deps>()({
  id: 'single-sign-on.finish',
  method: 'POST',
  unit: 'own',
  path: '/api/session/single-sign-on/answer',
  graph: { omit: 'Whoever signs in has no token yet.' },
  summary: 'Sign in with what the OpenID provider answered',
  description:
    'Begins a session as the other ways do. It does what its user may in the organisation whose provider this was, and nothing elsewhere; it is no step-up.',
  gate,
  requestsPerSecond,
  body: z.strictObject({
    state: z.string().min(1).max(200).describe('`state` of the address that the provider sent the browser to.'),
    code: z.string().min(1).max(4_000).describe('`code` of it.'),
    iss: z.string().max(500).optional().describe('`iss` of it, if it has that (RFC 9207).'),
  }),
  success: {
    status: 200,
    description: 'Signed in: the cookie `__Host-ops` is set, and the session is this.',
    schema: SessionView,
  },
  examples: { body: { state: 'c3RhdGU', code: 'Y29kZQ' }, success: A_SESSION },
  faults: { sign_in_ended, nobody_here, provider_refused, provider_unreachable },
  audit: { event: 'session.begun', target: () => undefined },
  answersSecret: true,
  handle: async (deps, { body }, call) => {
    const { singleSignOn } = deps;
    // Claimed before anybody is asked: an answer that comes again costs the provider nothing.
    const begun = await call.write(async (tx) => undecided(await singleSignOn.claim(tx, body.state, browserIn(call))));
    if (begun === undefined) throw singleSignOnFault('sign_in_ended', 'Begin anew in this browser.');
    const vouched = await singleSignOn.exchange(begun, body);
    return call.write(async (tx) => {
      const came = await singleSignOn.redeem(tx, begun.row, vouched);
      return signIn(tx, deps, { ...came, by: 'code', call });
    });
  },
});
