import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { bearer, serveUnifiedApi, type UnifiedApi } from '../testing/unified-api.ts';
import { calling, post } from './testing/mcp-client.ts';

const [sqlite] = ENGINES;
const clock = new ManualClock();
let api: UnifiedApi;
let read: string;
beforeAll(async () => {
  api = await serveUnifiedApi((await sqlite?.open()) ?? expect.fail('no engine'), clock);
});
afterAll(() => api.close());
beforeEach(async () => {
  await clock.advance(Minutes(1));
  await api.moveOn();
  read = await api.tokenOf(api.callers.superAdmin.headers, 'read');
});

describe('tools are asked by one message at a time, in the form of the protocol', () => {
  const asIt = (method: string, params?: unknown) => ({
    jsonrpc: '2.0',
    id: 7,
    method,
    ...(params !== undefined && { params }),
  });
  it.each<[string, unknown, number, number]>([
    ['several at once', [calling('clubs_list'), calling('clubs_list')], 400, -32_600],
    ['none', [], 400, -32_600],
    ['no JSON', '{"jsonrpc":', 400, -32_600],
    ['no version', { id: 1, method: 'tools/list' }, 400, -32_600],
    ['an answer', { jsonrpc: '2.0', id: 1, result: {} }, 400, -32_600],
    ['a method that there is not', asIt('resources/list'), 200, -32_601],
    ['listening', asIt('subscriptions/listen', { filter: {} }), 404, -32_601],
    ['no name', asIt('tools/call', { arguments: {} }), 200, -32_602],
    ['a name that is none', asIt('tools/call', { name: 7 }), 200, -32_602],
    ['a name of what is none', asIt('tools/call', { name: 'constructor' }), 200, -32_602],
    ['a name of what changes something', asIt('tools/call', { name: 'roles_give' }), 200, -32_602],
    ['arguments that are a list', asIt('tools/call', { name: 'clubs_list', arguments: ['x'] }), 200, -32_602],
    ['arguments that are text', asIt('tools/call', { name: 'clubs_list', arguments: 'x' }), 200, -32_602],
  ])('%s', async (_what, message, status, code) => {
    const answer = await post(api, read, message);
    expect(answer, answer.text).toMatchObject({ status, json: { jsonrpc: '2.0', error: { code } } });
    expect(answer.text).not.toContain('/cloud/src');
  });
  it('and nothing is answered to what asks for nothing', async () => {
    const said = await post(api, read, { jsonrpc: '2.0', method: 'notifications/initialized' });
    expect({ status: said.status, text: said.text }).toEqual({ status: 202, text: '' });
  });
  it('in a version of it that there is', async () => {
    const answer = await post(api, read, calling('clubs_list'), { 'mcp-protocol-version': '1999-01-01' });
    expect(answer.status).toBe(400);
  });
  it('by POST alone, as JSON, and no more than a program has to say', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await api.send({ method, path: '/mcp', headers: bearer(read) });
      expect({ status: answer.status, allow: answer.headers.allow }).toEqual({ status: 405, allow: 'POST, OPTIONS' });
    }
    expect((await post(api, read, 'x=1', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await post(api, read, calling('clubs_list', { after: 'x'.repeat(70_000) }))).status).toBe(413);
    expect((await api.send({ method: 'POST', path: '/mcp', body: calling('clubs_list') })).status).toBe(401);
  });
  it('from no page of an origin that may not ask', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://unified.example'])
      expect(await post(api, read, calling('clubs_list'), { origin })).toMatchObject({
        status: 403,
        json: { error: { data: { code: 'foreign_origin' } } },
      });
    for (const origin of ['https://unified.example', 'https://pages.example'])
      expect((await post(api, read, calling('clubs_list'), { origin })).status).toBe(200);
  });
  it.each<[string, Record<string, unknown>]>([
    ['SQL', { facilityId: "'; drop table door; --" }],
    ['paths', { facilityId: '../../etc/passwd' }],
    ['control characters', { facilityId: '\u0001\u0007\u001b[31m' }],
    ['a number', { facilityId: -12.5 }],
    ['a list of lists', { facilityId: [['x']] }],
    ['a thing with a name of all things', { facilityId: { toString: 'x' } }],
    ['percent signs', { facilityId: '%00%2e%2e%2f' }],
    ['much', { facilityId: 'x'.repeat(30_000) }],
  ])('and hostile arguments are refused like any other: %s', async (_what, given) => {
    const { status, json } = await post(api, read, calling('door-states_list', given));
    expect(status).toBe(200);
    expect(json.result).toMatchObject({ isError: true });
    expect([400, 404]).toContain(json.result.structuredContent.status);
  });
  it.each([
    [
      'a key that changes what things are',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"clubs_list","arguments":{"__proto__":{"limit":1}}}}',
    ],
    [
      'a NUL character',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"clubs_list","arguments":{"after":"\\u0000"}}}',
    ],
    [
      'half a pair',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"clubs_list","arguments":{"after":"\\ud800"}}}',
    ],
    [
      'too many levels',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`,
    ],
  ])('and no message has %s', async (_what, text) => {
    expect((await post(api, read, text)).status).toBe(400);
  });
});
