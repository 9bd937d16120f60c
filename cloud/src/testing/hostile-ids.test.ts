// @module-tag long
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { agentSurface, authenticateAgent } from '../agents/agent-events/agent-surface.ts';
import { declarations } from '../areas.ts';
import { ENGINES } from '../kit/db/engines.ts';
import type { AnyEndpoint } from '../kit/http/endpoint.ts';
import { examplesOf } from '../kit/http/example-of.ts';
import type { Log } from '../kit/http/log.ts';
import { isPublicGate, serveSurface } from '../kit/http/surfaces.ts';
import { authenticatePartner, partnerSurface } from '../partner/partners/partner-surface.ts';
import { mediaPage } from '../platform/images/images.module.ts';
import { authenticatePlatform, platformSurface } from '../platform/users/platform-surface.ts';
import { authenticateBox, deviceSurface } from '../sites/boxes/device-surface.ts';
import { basic } from './partner-api.ts';
import { serveSurfaces } from './surface-api.ts';
import { confirms, scriptedLink } from './world.ts';

const endpoints = declarations;

/** As they stand in an address. A database may refuse any of them, and then it is our fault. */
const NUL = '%00';
const HOSTILE = [
  NUL,
  'org_0123456789%00bcdef',
  '%ED%A0%80', // half a surrogate
  'a'.repeat(6_000),
  '__proto__',
  "..%2F'%20or%201=1--",
];
const HARMLESS = 'x';

const namesIn = (schema: unknown): readonly string[] => Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});

/** Every address of an endpoint in which one part, or one value of the query, is `value`: the others as they should be. */
const addressesOf = (endpoint: AnyEndpoint, value: string): readonly string[] => {
  const { path, query } = endpoint;
  const examples = examplesOf(endpoint);
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const given = { ...(examples.params as Record<string, string>), ...(examples.query as Record<string, string>) };
  const usual = (name: string) => encodeURIComponent(String(given[name] ?? HARMLESS));
  const filled = (hostile?: string) =>
    path.replace(/:(\w+)/g, (_all, name: string) => (name === hostile ? value : usual(name)));
  const declared = namesIn(query);
  const asked = (hostile: string) =>
    declared.filter((name) => name !== hostile && name in given).map((name) => `&${name}=${usual(name)}`);
  return [
    ...names.map(filled),
    // Gates look at it wherever it stands.
    ...[...new Set([...declared, 'organisationId'])].map(
      (name) => `${filled()}?${name}=${value}${asked(name).join('')}`,
    ),
  ];
};

/** The one address in which everything is `value`. */
const addressOf = ({ path, query }: AnyEndpoint, value: string): string =>
  `${path.replace(/:\w+/g, value)}?${['organisationId', ...namesIn(query)].map((name) => `${name}=${value.slice(0, 2_000)}`).join('&')}`;

/** Who may say their name in a header says this. */
const HOSTILE_HEADERS: readonly Record<string, string>[] = [
  ...['\0', '\0:\0', `${'a'.repeat(9)}\0:${'b'.repeat(9)}`, '\ud800:x', `${'a'.repeat(250)}:x`].map((text) => ({
    authorization: `Basic ${Buffer.from(text).toString('base64')}`,
  })),
  { authorization: `Bearer ${Buffer.from('\0.\0.\0').toString('base64')}` },
  { authorization: `Bearer ${'a'.repeat(9_000)}` },
  { 'x-api-key': 'ghk_\u0080\u00ff' },
  { 'x-api-key': 'a'.repeat(9_000) },
];

describe.each(ENGINES)('N1 what no id can be, on $name', ({ open }) => {
  const clock = new ManualClock();
  const failures: unknown[] = [];
  const log: Log = { info: () => undefined, warn: () => undefined, error: (fields) => void failures.push(fields) };
  let api: Awaited<ReturnType<typeof serve>>;
  const serve = async () => {
    const db = await open();
    const { link } = scriptedLink(confirms);
    const served = await serveSurfaces(
      { db, clock, link },
      (world) => [
        serveSurface(partnerSurface, authenticatePartner(world)),
        serveSurface(deviceSurface, authenticateBox(world.tokens, world.boxes)),
        serveSurface(agentSurface, authenticateAgent({ ...world, db, tokens: world.tokens })),
        serveSurface(platformSurface, authenticatePlatform(world)),
      ],
      // No limit: a thousand requests come within one second of this clock.
      { log, limiter: { take: () => ({ ok: true, remaining: 1, retryAfterMs: 0 }) } },
      [mediaPage({ images: { read: (key) => images.read(key) }, clock })],
    );
    const { world } = served;
    const { images } = world;
    const superAdmin = await db.write(async (tx) => {
      const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' };
      const { id } = await world.users.addUser(tx, ada, 'test');
      await world.users.addGrant(tx, id, { right: 'super-admin', scope: 'platform', scopeId: '' }, 'test');
      return (await world.users.addKey(tx, id, { label: 'test' }, 'test')).text;
    });
    const agent = await db.write(async (tx) => {
      const facts = { name: 'Desk agent', facilityId: world.facilityId, settings: {} };
      const { device } = await world.devices.register(tx, { kind: 'core-ai-agent', ...facts });
      return (await world.devices.tokenSubject(tx, device.uuid)) ?? '';
    });
    const bearer = (subject: string, audience: 'edge' | 'events') => ({
      authorization: `Bearer ${world.tokens.issue(subject, audience).token}`,
    });
    const callers: Readonly<Record<string, Record<string, string>>> = {
      partner: basic(
        (await world.db.write((tx) => world.partners.createKey(tx, world.partnerId, 'live', 'Test'))).text,
      ),
      device: bearer(world.boxId, 'edge'),
      agent: bearer(agent, 'events'),
      platform: { 'x-api-key': superAdmin },
    };
    return { ...served, callers };
  };
  beforeAll(async () => {
    api = await serve();
  });
  afterAll(() => api.close());

  const expectNoFailure = async (endpoint: AnyEndpoint, path: string, headers: Record<string, string>) => {
    const body = (endpoint.body ?? endpoint.rawBody) === undefined ? undefined : {};
    const { status, text } = await api.send({ method: endpoint.method, path, headers, body });
    if (status >= 500) failures.push(`${endpoint.id} ${path.slice(0, 120)} ${text}`);
  };

  for (const surface of ['partner', 'device', 'agent', 'platform']) {
    const ofSurface = endpoints.filter((endpoint) => endpoint.surface.name === surface);

    it(`fails at no endpoint of the ${surface} API, wherever it stands in an address`, async () => {
      expect(ofSurface.length).toBeGreaterThan(3);
      failures.length = 0;
      const headers = api.callers[surface] ?? {};
      for (const endpoint of ofSurface) {
        const addresses = [...addressesOf(endpoint, NUL), ...HOSTILE.map((value) => addressOf(endpoint, value))];
        await Promise.all(addresses.map((path) => expectNoFailure(endpoint, path, headers)));
      }
      expect(failures).toEqual([]);
    }, 60_000);

    it(`fails at no endpoint of the ${surface} API, as a name that somebody gives themselves`, async () => {
      failures.length = 0;
      const caller = api.callers[surface];
      const [first] = ofSurface;
      // Who proves themselves to the endpoint, proves it to each in its own way.
      for (const endpoint of ofSurface.filter((one) => one === first || isPublicGate(one.gate))) {
        const [path = endpoint.path] = addressesOf(endpoint, HARMLESS);
        const simulated = { ...caller, 'x-simulated-user': '\u0080@\u00ff' };
        const retried = { ...caller, 'idempotency-key': '\u0080\u00ff' };
        const all = [...HOSTILE_HEADERS, simulated, retried];
        await Promise.all(all.map((headers) => expectNoFailure(endpoint, path, headers)));
      }
      expect(failures).toEqual([]);
    }, 60_000);
  }

  it('fails at no page', async () => {
    for (const value of HOSTILE) {
      const { status } = await api.send({ path: `/media/${value}` });
      expect([400, 404]).toContain(status);
    }
  });
});
