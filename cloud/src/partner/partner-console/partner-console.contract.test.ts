import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarations } from '../../areas.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { endpointContract, firstOfEachWay, type Valid, type World } from '../../kit/http/endpoint-contract.ts';
import { isPublicGate } from '../../kit/http/surfaces.ts';
import { PAGE } from '../../platform/sessions/testing/signing-in.ts';
import { ASKING_COOKIE, CONSOLE_COOKIE, type ConsoleGate } from './console-surface.ts';
import { type ConsoleApi, DEVELOPER, OWNER, serveConsoleApi } from './testing/console-api.ts';

const endpoints = declarations.filter(({ surface }) => surface.name === 'console');
const gateOf = ({ gate }: (typeof endpoints)[number]) => gate as ConsoleGate;
const deniesNobody = (gate: ConsoleGate) => isPublicGate(gate) || gate.contact === 'any';

describe.each(ENGINES)('the partner console on $name', ({ name, open }) => {
  const clock = new ManualClock();
  let db: Database;
  let api: ConsoleApi;
  let owner: Record<string, string>;
  let developer: Record<string, string>;
  beforeAll(async () => {
    db = await open();
    api = await serveConsoleApi(db, clock);
    owner = (await api.signedIn(OWNER.email)).headers;
    developer = (await api.signedIn(DEVELOPER.email)).headers;
  });
  afterAll(() => api.close());

  const aKey = async () => {
    const { partnerId, partners, db: marked } = api.world;
    return { keyId: (await marked.write((tx) => partners.createOwnKey(tx, partnerId, 'live', 'Server'))).id };
  };
  /** How each endpoint is asked so that it succeeds. */
  const cases: Readonly<Record<string, () => Promise<Valid>>> = {
    'console-session.send-code': async () => ({
      body: { partnerId: (await api.aRival()).rivalId, email: OWNER.email },
    }),
    'console-session.sign-in': async () => {
      const { rivalId: partnerId } = await api.aRival();
      const { partners, db: marked } = api.world;
      await marked.write((tx) => partners.setContacts(tx, partnerId, [OWNER]));
      const { browser, code } = await api.askedCode(OWNER.email, partnerId);
      return {
        allowed: { ...PAGE, cookie: `${ASKING_COOKIE}=${browser}` },
        body: { partnerId, email: OWNER.email, code },
      };
    },
    'console-session.sign-in-by-link': async () => {
      const { id } = await api.contact(OWNER.email);
      const { partnerConsole, db: marked } = api.world;
      return { body: { token: (await marked.write((tx) => partnerConsole.links.make(tx, id, 'test'))).token } };
    },
    'console-session.whoami': async () => ({}),
    'console-session.sign-out': async () => ({ allowed: (await api.signedIn()).headers }),
    'console-session.list': async () => ({ query: { limit: '10' } }),
    'console-session.end': async () => ({ params: { sessionId: (await api.signedIn()).session.id } }),
    'console-settings.read': async () => ({}),
    'console-settings.preview-linking': async () => ({ query: { linkingMethod: 'linking_identifier' } }),
    'console-settings.update': async () => {
      const { partners, partnerId } = api.world;
      const { seen: ifSeen } = await db.read((tx) => partners.settingsSeen(tx, partnerId));
      return { body: { ifSeen, linkingMethod: 'facility_id', linkingLabel: 'Store', prefix: '', customFields: [] } };
    },
    'console-profile.read': async () => ({}),
    'console-profile.update': async () => ({
      body: { website: 'https://acme.example', outageEmail: 'on-call@acme.example', securityEmail: null },
    }),
    'console-organisations.list': async () => ({}),
    'console-organisations.facilities': async () => ({
      params: { organisationId: api.world.orgId },
      query: { limit: '10' },
    }),
    'console-contacts.list': async () => ({}),
    'console-contacts.set': async () => ({ body: { contacts: [OWNER, DEVELOPER] } }),
    'console-keys.list': async () => ({}),
    'console-keys.create': async () => ({ body: { type: 'live', label: 'Server' } }),
    'console-keys.rotate': async () => ({ params: await aKey(), body: { overlapDays: 1 } }),
    'console-keys.revoke': async () => ({ params: await aKey() }),
    'console-try-keys.create': async () => ({}),
    'console-requests.list': async () => ({
      query: { status: '4', endpoint: 'auth.ping', keyId: api.world.caller.keyId, limit: '10' },
    }),
    'console-requests.read': async () => ({ params: { requestId: await api.aRequest() } }),
  };
  const worldFor = (gate: ConsoleGate) => (): World => ({
    send: api.send,
    allowed: isPublicGate(gate) ? PAGE : owner,
    ...(deniesNobody(gate) ? {} : { denied: developer }),
    garbage: [
      { ...PAGE, cookie: `${CONSOLE_COOKIE}=nope` },
      { ...PAGE, cookie: `${CONSOLE_COOKIE}=${'z'.repeat(43)}` },
    ],
    requestsPerSecond: 20,
    auditedOf: async (id) => (await api.audited()).filter(({ request_id }) => request_id === id),
    auditedAfter: api.auditedAfter,
    moveOn: api.moveOn,
  });

  it('has a case for every endpoint, and no other', () =>
    expect(Object.keys(cases).sort()).toEqual(endpoints.map(({ id }) => id).sort()));

  // A session can be signed out of once, and this takes many turns.
  const first = firstOfEachWay(endpoints.filter(({ id }) => id !== 'console-session.sign-out'));
  for (const endpoint of endpoints) {
    const gate = gateOf(endpoint);
    const valid = () => cases[endpoint.id]?.() ?? expect.fail('no case');
    const rules = {
      unknownFields: 'refused',
      auditedWithin: true,
      ...(deniesNobody(gate) && ({ deniesNobody: true } as const)),
    } as const;
    const parts =
      name === 'sqlite'
        ? (['endpoint', 'input', ...(first.has(endpoint) ? (['kit'] as const) : [])] as const)
        : (['endpoint'] as const);
    endpointContract(endpoint, worldFor(gate), valid, rules, parts);
  }
});
