import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { bearer, everyScope, serveTwoReplicas, type TwoReplicas, type UnifiedApi } from '../testing/unified-api.ts';
import { calling, ERAS, mcpClient, post } from './testing/mcp-client.ts';

describe.each(ENGINES)('tools on $name', ({ open }) => {
  const clock = new ManualClock();
  let db: Database;
  let api: UnifiedApi;
  let replicas: TwoReplicas;
  let replica: TwoReplicas['replica'];
  let read: string;
  beforeAll(async () => {
    db = await open();
    replicas = await serveTwoReplicas(db, clock, { limits: true });
    ({ api, replica } = replicas);
  });
  afterAll(async () => {
    await replicas.close();
  });
  beforeEach(async () => {
    // Nothing that an earlier test has asked counts.
    await clock.advance(Minutes(1));
    await api.moveOn();
    read = await api.tokenOf(api.callers.superAdmin.headers, 'read');
  });

  const call = async (token: string, name: string, given = {}, headers = {}) => {
    const answer = await post(api, token, calling(name, given), headers);
    return { ...answer, result: answer.json.result };
  };
  const namesFor = async (token: string, send = api.send) => {
    const client = await mcpClient({ send }, token);
    const { tools } = await client.listTools();
    return tools.map(({ name }) => name);
  };
  const rowsOf = async (requestId: unknown) =>
    (await api.audited()).filter(({ request_id }) => request_id === String(requestId));

  describe.each(ERAS)('through a client of the %s protocol', (era) => {
    it('are listed, and called, and answer as data and as text', async () => {
      const client = await mcpClient(api, read, era);
      expect(client.getServerVersion()).toMatchObject({ name: 'gatehouse', title: 'Gatehouse' });
      const { tools } = await client.listTools();
      expect(tools.length).toBeGreaterThan(100);
      expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
      expect(tools.find(({ name }) => name === 'door-states_list')).toMatchObject({
        annotations: { readOnlyHint: true },
        inputSchema: { type: 'object', additionalProperties: false },
        _meta: { 'gatehouse/scope': ['read'] },
      });
      const { facilityId, doorId } = api.world;
      const { structuredContent, content, isError } = await client.callTool({
        name: 'door-states_list',
        arguments: { facilityId },
      });
      expect(isError).toBeFalsy();
      expect(structuredContent).toMatchObject({ data: [{ doorId }] });
      expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
      const byRest = await api.get(`/v1/rest/access-control/${facilityId}/door-states`, read);
      expect(structuredContent).toEqual(byRest.json);
      await client.close();
    });
    it('refuse as results that a program can read, and what is no tool as the protocol has it', async () => {
      const client = await mcpClient(api, read, era);
      const { isError, structuredContent } = await client.callTool({
        name: 'clubs_read',
        arguments: { facilityId: 'fac_0000000000000000' },
      });
      expect({ isError, structuredContent }).toEqual({
        isError: true,
        structuredContent: {
          code: 'place_unknown',
          status: 404,
          message: 'There is no such facility.',
          requestId: expect.stringMatching(/^req_/),
        },
      });
      await expect(client.callTool({ name: 'doors_blow-up' })).rejects.toMatchObject({ code: -32_602 });
      await client.close();
    });
  });

  it('are called on and on by a client that trades its key for another token whenever one has ended', async () => {
    const key = await api.clientOf(api.callers.staff.headers);
    let token: string | undefined;
    let trades = 0;
    const onUnauthorized = async () => {
      trades += 1;
      token = (await api.ask(key, 'read')).json.access_token;
    };
    const client = await mcpClient(api, { token: async () => token, onUnauthorized });
    const ask = () => client.callTool({ name: 'users_simulation' });
    expect((await ask()).structuredContent).toMatchObject({ user: { email: 'staff@example.com' } });
    await clock.advance(Minutes(16));
    expect((await ask()).isError).toBeFalsy();
    expect(trades).toBe(2);
    await client.close();
  });

  describe('are listed where they can be called', () => {
    it('by what their holder is', async () => {
      const { callers } = api;
      const all = await namesFor(read);
      const staff = await namesFor(await api.tokenOf(callers.staff.headers, 'read'));
      const nobody = await namesFor(await api.tokenOf(callers.nobody.headers, 'read'));
      const admin = await namesFor(await api.tokenOf(callers.orgAdmin.headers, 'read'));
      expect(staff).toContain('door-states_list');
      for (const name of ['jobs_list', 'partners_list', 'webhooks_list']) expect(staff).not.toContain(name);
      expect(admin).toContain('webhooks_list');
      expect(admin).not.toContain('jobs_list');
      expect(all).toContain('jobs_list');
      expect(nobody.filter((name) => !name.startsWith('users_') && !name.startsWith('mcp-keys_'))).toEqual([]);
    });
    it('by the scope of the token', async () => {
      const { headers } = api.callers.manager;
      const reads = await namesFor(await api.tokenOf(headers, 'read'));
      expect(reads).not.toContain('unlocks_unlock');
      expect(reads).not.toContain('alarms_note');
      expect(await namesFor(await api.tokenOf(headers, 'unlock'))).toEqual(['unlocks_unlock']);
      expect(await namesFor(await api.tokenOf(headers, 'write'))).toEqual([
        'alarms_acknowledge',
        'alarms_note',
        'warnings_acknowledge',
      ]);
    });
    it('by the places of the token', async () => {
      const token = await api.tokenOf(api.callers.superAdmin.headers, `read facility:${api.world.facilityId}`);
      const names = await namesFor(token);
      expect(names).toContain('door-states_list');
      expect(names).not.toContain('jobs_list');
      expect(names).not.toContain('webhooks_list');
      const elsewhere = await call(token, 'clubs_read', { facilityId: api.siblingId });
      expect(elsewhere.result).toMatchObject({ isError: true, structuredContent: { code: 'insufficient_scope' } });
    });
    it('page by page, each once', async () => {
      const pages: string[][] = [];
      let cursor: string | undefined;
      do {
        const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: cursor === undefined ? {} : { cursor } };
        const { result } = (await post(api, read, message)).json;
        pages.push(result.tools.map(({ name }: { name: string }) => name));
        cursor = result.nextCursor;
      } while (cursor !== undefined);
      expect(pages.length).toBeGreaterThan(2);
      expect(pages.every(({ length }) => length <= 50)).toBe(true);
      expect(pages.flat()).toEqual([...new Set(pages.flat())].sort());
      const wrong = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 'nothing' } };
      expect((await post(api, read, wrong)).json.error).toMatchObject({ code: -32_602 });
    });
  });

  describe('are asked by the one path', () => {
    it('open a door for a token that says so, once for the name of an attempt', async () => {
      const { facilityId, doorId } = api.world;
      const given = { facilityId, doorId, body: { reason: 'A delivery' }, idempotencyKey: 'one' };
      const { headers } = api.callers.manager;
      expect((await call(await api.tokenOf(headers, 'read write'), 'unlocks_unlock', given)).result).toMatchObject({
        isError: true,
        structuredContent: { code: 'insufficient_scope', status: 403 },
      });
      const token = await api.tokenOf(headers, 'unlock');
      const first = await call(token, 'unlocks_unlock', given);
      expect(first.result, first.text).toMatchObject({ structuredContent: { status: 'unlocked', doorId } });
      const again = await call(token, 'unlocks_unlock', given);
      expect(again.result).toEqual(first.result);
      const outcomes = await Promise.all(
        [first, again].map(async (one) => (await rowsOf(one.headers['x-request-id']))[0]?.outcome),
      );
      expect(outcomes[0]).not.toBe(outcomes[1]);
    });
    it('leave the one row that their endpoint leaves, which says that a tool was called', async () => {
      const { facilityId, orgId } = api.world;
      const called = await call(read, 'clubs_read', { facilityId });
      expect(await rowsOf(called.headers['x-request-id'])).toMatchObject([
        { event: 'clubs.read', endpoint: 'clubs.read', via: 'mcp', outcome: 'ok', realm: orgId, site: facilityId },
      ]);
      const refused = await call(read, 'clubs_read', { facilityId: 'fac_0000000000000000' });
      expect(await rowsOf(refused.result.structuredContent.requestId)).toMatchObject([
        { event: 'clubs.read', via: 'mcp', outcome: 'place_unknown', status: 404 },
      ]);
      const listed = await post(api, read, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
      expect(await rowsOf(listed.headers['x-request-id'])).toMatchObject([
        { event: 'mcp.asked', via: 'mcp', outcome: 'ok', target: 'tools/list' },
      ]);
      const unknown = await call(read, 'nothing');
      expect(await rowsOf(unknown.headers['x-request-id'])).toMatchObject([
        { event: 'mcp.asked', outcome: 'invalid_request', status: 400 },
      ]);
    });
    it('act as another user for super admins alone', async () => {
      const as = { 'x-simulated-user': 'staff@example.com' };
      const acted = await call(read, 'users_simulation', {}, as);
      expect(acted.result.structuredContent).toMatchObject({ user: { email: 'staff@example.com' } });
      expect(await rowsOf(acted.headers['x-request-id'])).toMatchObject([
        { acting_as: `user:${api.callers.staff.user.id}` },
      ]);
      const other = await post(api, await api.tokenOf(api.callers.manager.headers, 'read'), calling('clubs_list'), as);
      expect(other).toMatchObject({ status: 403, json: { error: { data: { code: 'acting_refused' } } } });
    });
    it('say of what is another organisation’s what they say of what there is not', async () => {
      const token = await api.tokenOf(api.callers.orgAdmin.headers, everyScope(api));
      const said = async (facilityId: string) => {
        const { text } = await call(token, 'door-states_list', { facilityId });
        return text.replaceAll(facilityId, '').replaceAll(/req_[0-9a-z]{16}/g, '');
      };
      expect(await said(api.otherFacilityId)).toBe(await said('fac_zzzzzzzzzzzzzzzz'));
    });
    it('end with their key, at the next call and on every replica', async () => {
      const { user, headers } = await api.aCaller(`leaver-${clock.wallMs()}`, {
        right: 'facility-staff',
        scope: 'facility',
        scopeId: api.world.facilityId,
      });
      const token = await api.tokenOf(headers, 'read');
      const both = () =>
        Promise.all(
          replicas.both.map((at) => post(at, token, calling('clubs_read', { facilityId: api.world.facilityId }))),
        );
      for (const { status, json } of await both())
        expect({ status, isError: json.result.isError }).toEqual({ status: 200 });
      const { client_id } = await api.clientOf(headers);
      await db.write((tx) => api.world.users.removeKey(tx, user.id, client_id));
      for (const answer of await both()) {
        expect(answer).toMatchObject({ status: 401, json: { error: { data: { code: 'unauthenticated' } } } });
        expect(answer.headers['www-authenticate']).toBe(
          'Bearer error="invalid_token", resource_metadata="https://unified.example/.well-known/oauth-protected-resource"',
        );
      }
      await expect(mcpClient(api, token)).rejects.toThrow();
    });
  });

  it('and the graph are asked 100 times a minute by one user, over tokens, doors and replicas', async () => {
    const { headers } = api.callers.globalAdmin;
    const tokens = [await api.tokenOf(headers, 'read'), await api.tokenOf(headers, 'read write')];
    const ask = async (at: Pick<UnifiedApi, 'send'>, index: number) => {
      const token = tokens[index % 2] ?? '';
      // 25 a second, so that no endpoint's own limit is met.
      if (index % 25 === 0) await clock.advance(Seconds(1));
      if (index % 3 > 0) return post(at, token, calling(index % 3 === 1 ? 'clubs_list' : 'nothing'));
      return at.send({ method: 'POST', path: '/graphql', headers: bearer(token), body: { query: '{ __typename }' } });
    };
    for (let index = 0; index < 100; index += 1)
      expect((await ask(index % 2 === 0 ? api : replica, index)).status, String(index)).toBe(200);
    const late = await post(replica, tokens[0] ?? '', calling('clubs_list'));
    expect(late, late.text).toMatchObject({
      status: 429,
      json: { jsonrpc: '2.0', error: { code: -32_000, data: { code: 'rate_limit_exceeded', status: 429 } } },
    });
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    expect(late.headers['ratelimit-policy']).toBe('"endpoint";q=50;w=1, "graphql";q=100;w=60');
    expect((await post(api, read, calling('clubs_list'))).status, 'another user').toBe(200);
    await clock.advance(Minutes(1));
    expect((await post(api, tokens[1] ?? '', calling('clubs_list'))).status).toBe(200);
  });

  it('say no token, in no log and no row', async () => {
    const answers = [
      await call(read, read),
      await call(read, 'clubs_read', { facilityId: read }),
      await post(api, read, { jsonrpc: '2.0', id: read, method: 'tools/list' }, { 'mcp-method': read }),
    ];
    for (const { status } of answers) expect(status).toBeLessThan(500);
    await api.requests.flush();
    const rows = await db.read(async (tx) => [
      await tx.selectFrom('request_log').selectAll().execute(),
      await tx.selectFrom('audit_entry').selectAll().execute(),
    ]);
    expect(JSON.stringify(rows)).not.toContain(read.slice(0, 12));
  });
});
