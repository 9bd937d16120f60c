import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decided, type OwnCall, undecided } from './call.ts';
import type { ClientRequest } from './testing/https-client.ts';
import { memoryKit } from './testing/memory-kit.ts';
import { basic, sampleEndpoints, sampleServed, thingFault } from './testing/sample-surface.ts';
import { type Served, serve } from './testing/serve.ts';

const kit = memoryKit();
let move: (to: number, call: OwnCall) => unknown;
let served: Served;
beforeAll(async () => {
  const endpoints = sampleEndpoints({ move: async (_id, to, call) => move(to, call) });
  served = await serve({ kit, surfaces: [sampleServed], endpoints });
});
afterAll(() => served.close());
beforeEach(async () => {
  await kit.clock.advance(Seconds(1));
  for (const kept of [kit.audited, kit.requested, kit.logged]) kept.length = 0;
  move = (to) => to;
});

const door = 'door_0123456789abcdef';

describe.each(['hot', 'cold'])('a %s endpoint', (kind) => {
  const valid: ClientRequest = {
    method: 'POST',
    path: `/sample/v1/${kind}/${door}/move`,
    headers: basic('mover'),
    body: { to: 3, note: 'tidying' },
  };
  const send = (overrides: Partial<ClientRequest> = {}) => served.send({ ...valid, ...overrides });
  const exhaust = async (name: string) => {
    for (let i = 0; i < 5; i++) await send({ headers: basic(name) });
    kit.audited.length = 0;
  };

  it('answers, with the request id, the rate limit and the headers of every answer', async () => {
    const answer = await send();
    expect(answer).toMatchObject({ status: 200, json: { door_id: door, at: 3 } });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': expect.stringMatching(/^req_[0-9a-z]{16}$/),
      'x-moved': 'yes',
      'ratelimit-policy': '"endpoint";q=5;w=1',
      ratelimit: '"endpoint";r=4;t=1',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
    });
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });

  it('leaves one audit row and one line in the request log, without query, body or key', async () => {
    await send({ path: `${valid.path}?speed=fast` });
    expect(kit.audited).toMatchObject([
      { actor: 'key:mover', tenant: 'mover', event: 'thing.moved', target: door, outcome: 'ok', status: 200 },
    ]);
    expect(kit.requested).toMatchObject([
      { tenant: 'mover', key_id: 'key-1', method: 'POST', path: valid.path, status: 200, remote_address: '127.0.0.1' },
    ]);
    expect(JSON.stringify([kit.audited, kit.requested])).not.toMatch(/tidying|speed|Basic/);
  });

  /** Decision: 401 before 403 before 429 before 400 before the handler's own answer. Each row breaks one rule less. */
  const broken = 'not JSON';
  it.each([
    [401, 'a stranger with a bad body', { headers: {}, body: broken }],
    [401, 'a garbage credential', { headers: basic('nobody'), body: broken }],
    [
      403,
      'a caller that the gate denies, beyond the limit, with a bad body',
      { headers: basic('looker'), body: broken },
    ],
    [429, 'a caller beyond the limit with a bad body', { body: broken }],
  ] as const)('answers %i to %s', async (status, _who, overrides) => {
    await exhaust('mover');
    const answer = await send(overrides);
    expect(answer).toMatchObject({ status, json: { request_id: answer.headers['x-request-id'] } });
  });
  it('answers 400 to a bad body before the handler is asked', async () => {
    move = () => {
      throw thingFault('thing_stuck', 'It is stuck.');
    };
    expect((await send({ body: broken })).status).toBe(400);
    expect((await send()).status).toBe(409);
  });
  it('does not count what was denied against the limit, and counts each caller apart', async () => {
    for (let i = 0; i < 9; i++) await send({ headers: basic('looker') });
    await exhaust('mover');
    expect((await send({ headers: basic('looker') })).status).toBe(403);
  });
  it('says when to come back after a 429, and lets the caller in again then', async () => {
    await exhaust('mover');
    const answer = await send();
    expect(answer.headers).toMatchObject({ 'retry-after': '1', ratelimit: '"endpoint";r=0;t=1' });
    expect(answer.json).toMatchObject({ error: 'rate_limit_exceeded' });
    await kit.clock.advance(Seconds(1));
    expect((await send()).status).toBe(200);
  });

  it('records the attempts of known callers that were refused, and none of strangers', async () => {
    await send({ headers: {} });
    await send({ headers: basic('looker') });
    await send({ body: {} });
    await exhaust('busy');
    await exhaust('mover');
    await send();
    await send({ headers: {} });
    expect(kit.audited).toMatchObject([{ outcome: 'rate_limit_exceeded', status: 429, actor: 'key:mover' }]);
    expect(kit.requested.filter(({ status }) => status === 401)).toMatchObject([{ tenant: null }, { tenant: null }]);
  });
  it.each([
    [403, 'forbidden', { headers: basic('looker') }],
    [400, 'invalid_request', { body: { to: -1, note: 'x' } }],
    [413, 'payload_too_large', { body: { to: 1, note: 'x'.repeat(70_000) } }],
    [415, 'unsupported_media_type', { headers: { ...basic('mover'), 'content-type': 'text/plain' } }],
  ] as const)('records a refusal by %i as %s', async (status, outcome, overrides) => {
    expect((await send(overrides)).status).toBe(status);
    expect(kit.audited).toMatchObject([{ outcome, status }]);
  });

  it('names every field and rule that a request breaks, and ignores fields it does not know', async () => {
    const answer = await send({ path: `/sample/v1/${kind}/nowhere/move?speed=odd`, body: { to: 'far', new_field: 1 } });
    expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
    expect(answer.json.errors.map(({ path, rule }: { path: string; rule: string }) => `${path} ${rule}`)).toEqual([
      'params.door_id invalid_format',
      'query.speed invalid_value',
      'body.to invalid_type',
      'body.note invalid_type',
    ]);
    expect(answer.json.message).toContain('params.door_id: must look like door_');
    expect((await send({ path: `${valid.path}?unknown=1`, body: { to: 1, note: 'x', new_field: 1 } })).status).toBe(
      200,
    );
  });

  it.each([
    ['nested_too_deep', `${'['.repeat(32)}${']'.repeat(32)}`],
    ['duplicate_key', '{"a":1,"a":2}'],
    ['reserved_key', '{"constructor":1}'],
    ['number_out_of_range', '9007199254740993'],
    ['nul_character', '"\\u0000"'],
    ['lone_surrogate', '"\\ud800"'],
    ['invalid_json', '01'],
  ])('refuses a body that is fine but for one value: %s', async (rule, value) => {
    move = () => {
      throw new Error('the handler was reached');
    };
    const answer = await send({ body: `{"to":3,"note":"x","deep":${value}}` });
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: 'body', rule }] } });
  });
  it('refuses a body that is not UTF-8', async () => {
    const answer = await send({ body: Buffer.from('{"to":3,"note":"\xff"}', 'latin1') });
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ rule: 'invalid_utf8' }] } });
  });

  it('answers a fault with its own body, its headers and the request id', async () => {
    const detail = { body: { status: 'failed', reason: 'thing_stuck' }, headers: { 'X-Why': 'rust' } };
    move = () => {
      throw thingFault('thing_stuck', 'It is stuck.', { ...detail, internal: { spring: 'broken' } });
    };
    const answer = await send();
    expect(answer).toMatchObject({ status: 409, headers: { 'x-why': 'rust' } });
    expect(answer.json).toEqual({ ...detail.body, request_id: answer.headers['x-request-id'] });
    expect(kit.audited).toMatchObject([{ outcome: 'thing_stuck', status: 409, target: door }]);
    expect(kit.logged).toMatchObject([{ level: 'warn', fields: { code: 'thing_stuck', spring: 'broken' } }]);
  });
  it('tells when to try again where a fault is worth that', async () => {
    move = () => {
      throw thingFault('thing_away', 'It is away.');
    };
    expect(await send()).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  });
  it('is opaque about our own mistakes, and logs them with their cause', async () => {
    move = () => {
      throw new Error('password of the database is hunter2');
    };
    const answer = await send();
    expect(answer).toMatchObject({ status: 500, json: { error: 'internal_error' } });
    expect(answer.text).not.toMatch(/hunter2|at /);
    expect(kit.logged).toMatchObject([
      { level: 'error', fields: { err: { message: expect.stringContaining('hunter2') } } },
    ]);
    expect(kit.audited).toMatchObject([{ outcome: 'internal_error', status: 500 }]);
  });
  it('treats an answer that it does not declare as a mistake of ours', async () => {
    move = () => 'nowhere';
    expect((await send()).status).toBe(500);
  });
  it('treats a fault that it does not declare as a mistake of ours', async () => {
    const undeclared = { status: 418, blame: 'caller', retry: 'never', title: '', help: '' } as const;
    move = () => {
      throw Object.assign(thingFault('thing_stuck', 'x'), { code: 'teapot', spec: undeclared });
    };
    expect((await send()).status).toBe(500);
  });
  it('writes the row of a handler whose unit decides once, with what it said', async () => {
    move = (to, call) => call.write(async () => decided(to, { outcome: 'ok', target: 'other' }));
    expect((await send()).status).toBe(200);
    expect(kit.audited).toMatchObject([{ outcome: 'ok', target: 'other', status: 200 }]);
  });
  it('waits for the unit that decides, and writes the row itself where none does', async () => {
    move = async (to, call) => {
      await call.write(async () => undecided(to));
      expect(kit.audited).toEqual([]);
      return call.write(async () => decided(to, { outcome: 'replayed', status: 409 }));
    };
    expect((await send()).status).toBe(200);
    expect(kit.audited).toMatchObject([{ outcome: 'replayed', status: 409 }]);
    kit.audited.length = 0;
    move = (to, call) => call.write(async () => undecided(to));
    expect((await send()).status).toBe(200);
    expect(kit.audited).toMatchObject([{ outcome: 'ok', status: 200 }]);
  });
  it('refuses a handler that decides twice', async () => {
    move = async (to, call) => {
      for (const value of [to, to]) await call.write(async () => value);
      return to;
    };
    expect((await send()).status).toBe(500);
    expect(kit.audited).toHaveLength(1);
  });
  it('writes the row after a unit that failed, whatever the handler makes of that', async () => {
    move = async (to, call) => {
      await call.write(() => Promise.reject(new Error('the disk is full'))).catch(() => undefined);
      return to;
    };
    expect((await send()).status).toBe(200);
    expect(kit.audited).toMatchObject([{ outcome: 'ok' }]);
  });

  it('answers 405 with Allow to a method it does not have, and OPTIONS with the same', async () => {
    const other = await send({ method: 'GET', body: undefined });
    expect(other).toMatchObject({
      status: 405,
      headers: { allow: 'POST, OPTIONS' },
      json: { error: 'method_not_allowed' },
    });
    expect(await send({ method: 'OPTIONS', body: undefined })).toMatchObject({
      status: 204,
      headers: { allow: 'POST, OPTIONS' },
      text: '',
    });
  });
  it.each([
    `/sample/v1/${kind}/${door}/move/`,
    `/sample/v1/${kind}//move`,
    `/Sample/v1/${kind}/${door}/move`,
    `/sample/v1/${kind}/${door}`,
    '/sample/v1',
    '/',
    '/elsewhere',
  ])('answers 404 in JSON to %s', async (path) => {
    const answer = await send({ path });
    expect(answer).toMatchObject({ status: 404, json: { error: 'no_such_path', request_id: expect.any(String) } });
  });
  it.each(['%', '%ff', 'a%00b', '..', '%2e%2e%2f'])('answers 400 to the parameter %s', async (parameter) => {
    expect((await send({ path: `/sample/v1/${kind}/${parameter}/move` })).status).toBe(400);
  });
});

describe('a reading endpoint', () => {
  const get = (path: string, headers = basic('looker')) => served.send({ path, headers });

  it('needs no unit of work and leaves no audit row', async () => {
    expect(await get('/sample/v1/things?colour=red')).toMatchObject({ status: 200, json: { data: ['red'] } });
    expect(kit.audited).toEqual([]);
  });
  it.each(['', '?colour=', '?colour=a&colour=b', '?colour=%00', '?Colour=red'])(
    'answers 400 to the query %s',
    async (query) => {
      const answer = await get(`/sample/v1/things${query}`);
      expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: expect.stringMatching(/^query/) }] } });
    },
  );
  it('answers HEAD like GET, without the body', async () => {
    const answer = await served.send({
      method: 'HEAD',
      path: '/sample/v1/things?colour=red',
      headers: basic('looker'),
    });
    expect(answer).toMatchObject({ status: 200, text: '', headers: { 'content-length': '16' } });
  });
  it('answers anybody where the gate is public', async () => {
    expect(await served.send({ path: '/sample/v1/health' })).toMatchObject({ status: 200, json: { ok: true } });
  });
});

describe('in production', () => {
  it('an answer that is not declared is sent and logged, for the change behind it has happened', async () => {
    const live = memoryKit({ undeclared: 'log' });
    const endpoints = sampleEndpoints({ move: async () => 'nowhere' });
    const server = await serve({ kit: live, surfaces: [sampleServed], endpoints });
    const answer = await server.send({
      method: 'POST',
      path: `/sample/v1/hot/${door}/move`,
      headers: basic('mover'),
      body: { to: 3, note: 'x' },
    });
    expect(answer).toMatchObject({ status: 200, json: { at: 'nowhere' } });
    expect(live.logged).toMatchObject([{ level: 'error' }]);
    await server.close();
  });
});
