// @module-tag long

import { everyModule } from '@gatehouse/cloud/areas.ts';
import { type Client, type ClientAnswer, httpsClient } from '@gatehouse/cloud/kit/http/testing/https-client.ts';
import { toolsOf } from '@gatehouse/cloud/unified/mcp/tools.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokensOf } from '../kit/commander.ts';
import { timed } from '../kit/eventually.ts';
import { aPlatformKey, aUnifiedToken } from '../kit/platform-client.ts';
import { type Site, startSite } from '../kit/site.ts';

const ENDPOINTS = everyModule
  .flatMap(({ endpoints }) => endpoints)
  .map(({ method, path, surface, success }) => ({
    ...{ method, path, surface: surface.name },
    /** It answers a page or a file, and JSON where it refuses. */
    isPage: 'bytes' in success || 'stream' in success,
  }));
const TOOL_METHODS = ['tools/call', 'tools/call', 'tools/list', 'server/discover', 'initialize', 'x'];
const TOOLS = [...toolsOf(everyModule.flatMap(({ endpoints }) => endpoints)).keys(), 'nothing'];
/** So many requests are under way at once. */
const AT_ONCE = 20;
/** Of those many endpoints that only staff reach, fewer. */
const ROUNDS: Readonly<Record<string, number>> = {
  partner: 10,
  device: 10,
  agent: 10,
  inference: 10,
  platform: 2,
  console: 2,
  rest: 2,
  oauth: 2,
  unified: 2,
  graph: 8,
  subscriptions: 2,
  mcp: 10,
};

interface Fuzzed {
  readonly params: readonly string[];
  readonly query: readonly (readonly [string, string])[];
  readonly body: string | Uint8Array | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: 'partner' | 'box' | 'user' | 'token' | 'none' | 'bad';
}

describe('whatever is sent to any endpoint of the running cloud', () => {
  let site: Site;
  const clients: Record<string, Client> = {};
  let userKey: string;
  let userToken: string;
  beforeAll(async () => {
    site = await startSite({ holdSeconds: 1 });
    clients.partner = httpsClient(site.ports.partner, site.ca);
    clients.device = httpsClient(site.ports.device, site.ca);
    clients.agent = clients.device;
    clients.console = httpsClient(site.ports.console, site.ca);
    clients.inference = httpsClient(Number(new URL(site.processes.cloud.ready.inferenceUrl).port), site.ca);
    clients.unified = httpsClient(Number(new URL(site.processes.cloud.ready.unifiedUrl).port), site.ca);
    clients.rest = clients.unified;
    clients.oauth = clients.unified;
    clients.graph = clients.unified;
    clients.subscriptions = clients.unified;
    clients.mcp = clients.unified;
    clients.platform = httpsClient(Number(new URL(site.processes.cloud.ready.platformUrl).port), site.ca);
    userKey = await aPlatformKey(site, 'fuzz@example.com', { role: 'super-admin', scope: 'platform' });
    userToken = await aUnifiedToken(site, 'fuzz@example.com', 'read write');
  });
  afterAll(async () => {
    for (const client of new Set(Object.values(clients))) await client.close();
    await site.journal.prove();
    await site.close();
  });

  const basic = (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  const header = fc.string({
    unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
    maxLength: 60,
  });
  /** The names that the real bodies use, so that what is wrong is mostly the value. */
  const names = [
    'facility_id',
    'linking_identifier',
    'member_id',
    'first_name',
    'last_name',
    'full_name',
    'metadata',
    'idempotency_key',
    'proof',
    'audience',
    'csr',
    'v',
    '__proto__',
    'constructor',
  ];
  /** Documents of the graph, whole and in pieces. */
  const document = fc.oneof(
    fc.constantFrom(
      '{ __typename }',
      '{ me { user { email } } }',
      '{ facility(facilityId: "FACILITY") { name doors { data { id state { lock } } } } }',
      'query ($id: ID!) { node(id: $id) { __typename id } }',
      '{ orgsList(limit: 200) { data { facilities(limit: 200) { data { name } } } } }',
      'mutation { adminNotesPut(facilityId: "FACILITY", input: { text: "" }) { noteId } }',
      '{ __schema { types { name } } }',
      'subscription { jobs { cursor } }',
      'fragment a on Query { ...a } { ...a }',
    ),
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc
      .array(fc.constantFrom('{', '}', '(', ')', '"', '"""', '$a:', '...', '@skip', 'me', 'on', '\u0000'), {
        maxLength: 60,
      })
      .map((parts) => parts.join(' ')),
  );
  const json = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: 'binary' })), {
      maxKeys: 8,
    }),
    fc.record({
      facility_id: fc.constant('FACILITY'),
      member_id: fc.jsonValue(),
      first_name: fc.string(),
      last_name: fc.string(),
      metadata: fc.jsonValue(),
    }),
    fc.record({ query: fc.oneof(document, fc.jsonValue()), variables: fc.jsonValue(), operationName: fc.jsonValue() }),
    fc.record({ query: document, variables: fc.dictionary(fc.constantFrom('id', '__proto__'), fc.jsonValue()) }),
  );
  const body = fc.oneof(
    { weight: 5, arbitrary: json.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }) },
    { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
    { weight: 1, arbitrary: json.map((value) => JSON.stringify(value).slice(0, -1)) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 5_000 }).map((depth) => '['.repeat(depth)) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
  const segment = fc.oneof(
    fc.constantFrom('FACILITY', 'DOOR', 'STUDIO', '..', '%00', '~'),
    fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }),
  );
  const request: fc.Arbitrary<Fuzzed> = fc.record({
    params: fc.array(segment, { minLength: 3, maxLength: 3 }),
    query: fc.array(
      fc.tuple(
        fc.constantFrom('facility_id', 'linking_identifier', 'x', '__proto__', 'query', 'variables'),
        fc.oneof(fc.constant('FACILITY'), fc.string({ unit: 'binary' }), document),
      ),
      { maxLength: 3 },
    ),
    body,
    headers: fc.dictionary(
      fc.constantFrom(
        'content-type',
        'prefer',
        'accept',
        'x-request-id',
        'x-forwarded-proto',
        'if-none-match',
        'content-encoding',
      ),
      fc.oneof(
        header.filter((text) => text !== ''),
        fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'wait=2', 'gzip', '*'),
      ),
      { maxKeys: 3 },
    ),
    credentials: fc.constantFrom('partner', 'box', 'user', 'user', 'token', 'token', 'none', 'bad'),
  });

  const known = (text: string): string =>
    text
      .replaceAll('FACILITY', site.demo.facilityId)
      .replaceAll('DOOR', site.doorIds.front)
      .replaceAll('STUDIO', site.doorIds.studio);
  const send = (endpoint: (typeof ENDPOINTS)[number], fuzzed: Fuzzed): Promise<ClientAnswer> => {
    const params = [...fuzzed.params];
    const path = endpoint.path.replaceAll(/:\w+/g, () => encoded(known(params.pop() ?? 'x')));
    const query = new URLSearchParams(
      fuzzed.query.map(([name, value]): [string, string] => [name, known(value)]),
    ).toString();
    const audience = endpoint.surface === 'agent' ? 'events' : 'edge';
    const credentials: Readonly<Record<string, string>> = {
      partner: { authorization: basic(site.demo.direct.keys.live) },
      box: { authorization: `Bearer ${tokensOf(site).issue(site.boxId, audience).token}` },
      user: { 'x-api-key': userKey },
      token: { authorization: `Bearer ${userToken}` },
      bad: { authorization: 'Basic !' },
      none: {},
    }[fuzzed.credentials];
    const client = clients[endpoint.surface];
    if (client === undefined) throw new TypeError(`no client for the surface ${endpoint.surface}`);
    const text = typeof fuzzed.body === 'string' ? known(fuzzed.body) : fuzzed.body;
    const payload = endpoint.surface === 'mcp' ? messageOf(fuzzed, text) : text;
    return client({
      method: endpoint.method,
      path: query === '' ? path : `${path}?${query}`,
      headers: { ...credentials, ...fuzzed.headers },
      ...(payload !== undefined && endpoint.method !== 'GET' && { body: payload }),
    });
  };
  /** What would be sent is what a tool is called with; some of it is sent as it is, so that messages are wrong as well. */
  const messageOf = ({ credentials, params }: Fuzzed, text: string | Uint8Array | undefined) => {
    if (typeof text !== 'string' || credentials === 'bad') return text;
    const method = TOOL_METHODS[params.join('').length % TOOL_METHODS.length];
    const name = TOOLS[text.length % TOOLS.length];
    return `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":{"name":${JSON.stringify(name)},"arguments":${text}}}`;
  };
  /** A lone surrogate cannot be encoded: it goes as the bytes that a careless client would send. */
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

  it('finds endpoints on every listener', () => {
    expect(new Set(ENDPOINTS.map(({ surface }) => surface))).toEqual(new Set(Object.keys(ROUNDS)));
    expect(ENDPOINTS.length).toBeGreaterThanOrEqual(150);
  });

  it.each(ENDPOINTS)(
    '$method $path answers in JSON, blames nobody here, and keeps the others served',
    async (endpoint) => {
      await fc.assert(
        fc.asyncProperty(fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (batch) => {
          const ping = timed(() => site.request(site.demo.direct.keys.live, '/auth/ping'));
          const answers = await Promise.all(batch.map((one) => send(endpoint, one)));
          for (const [i, { status, headers, text }] of answers.entries()) {
            const sent = `${status} ${text} for ${JSON.stringify(batch[i])}`;
            expect(status === 500 || status < 200, sent).toBe(false);
            if (status === 304) continue;
            if (endpoint.isPage && status === 200) continue;
            expect(headers['content-type'], sent).toBe('application/json; charset=utf-8');
            expect(() => JSON.parse(text), sent).not.toThrow();
            expect(text, sent).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d/);
          }
          const { result, tookMs } = await ping;
          expect(result.status).toBe(200);
          expect(tookMs).toBeLessThan(Seconds(1));
        }),
        { numRuns: ROUNDS[endpoint.surface] ?? 10 },
      );
    },
  );

  it('a path that nobody declared is an ordinary 404, whatever it looks like', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(segment, { maxLength: 6 }),
        fc.constantFrom('partner', 'device', 'platform', 'unified'),
        async (parts, surface) => {
          const answer = await clients[surface]!({ path: `/nothing/${parts.map(encoded).join('/')}` });
          expect([401, 404]).toContain(answer.status);
          expect(answer.json).toMatchObject({ error: expect.any(String) });
        },
      ),
      { numRuns: 100 },
    );
  });

  it('and the doors still work', async () => {
    await site.untilOnline();
    expect((await site.unlock('front')).status).toBe(200);
    await site.settled();
  });
});
