import { createHash } from 'node:crypto';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { byteBudget } from './byte-budget.ts';
import { endpointsFor } from './endpoint.ts';
import { mount } from './mount.ts';
import { openApiOf } from './openapi.ts';
import { converse } from './testing/converse.ts';
import { memoryKit } from './testing/memory-kit.ts';
import { basic, sampleServed, sampleSurface } from './testing/sample-surface.ts';
import { type Served, serve } from './testing/serve.ts';

const LIMIT = 100_000;
const path = '/sample/v1/pile';
const pile = endpointsFor(sampleSurface)<{ readonly handle: (bytes: Uint8Array) => Promise<void> }>()({
  id: 'things.pile',
  method: 'POST',
  path,
  summary: 'Pile things up',
  description: 'Takes many things at once.',
  gate: { scope: 'move' },
  rawBody: z.object({ things: z.array(z.object({ name: z.string() }).meta({ id: 'Thing' })) }),
  bodyLimit: { bytes: LIMIT, keys: 1 },
  examples: { body: { things: [{ name: 'chair' }] } },
  success: { status: 200, description: 'Piled.', schema: z.object({ sha: z.string(), size: z.int() }) },
  faults: {},
  audit: { event: 'things.piled', target: () => undefined },
  unit: 'own',
  handle: async ({ handle }, { body }) => {
    await handle(body);
    return { sha: createHash('sha256').update(body).digest('hex'), size: body.length };
  },
});

const paint = endpointsFor(sampleSurface)()({
  id: 'things.paint',
  method: 'POST',
  path: '/sample/v1/paint',
  summary: 'Paint a thing',
  description: 'Takes bytes that are no JSON.',
  gate: { scope: 'move' },
  rawBody: z.file().max(10),
  bodyTypes: ['image/png', 'application/octet-stream'],
  bodyLimit: { bytes: 10, keys: 0 },
  success: { status: 200, description: 'Painted.', schema: z.object({ size: z.int() }) },
  faults: {},
  audit: { event: 'things.painted', target: () => undefined },
  handle: async (_deps, { body }) => ({ size: body.length }),
});

const others = byteBudget({ total: 3 * LIMIT, perTenant: 2 * LIMIT });
const kit = memoryKit({ bodies: { hot: others, others } });
let handle: (bytes: Uint8Array) => Promise<void>;
let served: Served;
beforeEach(async () => {
  handle = async () => undefined;
  const endpoints = [mount(pile, { handle: (bytes) => handle(bytes) }), mount(paint, undefined)];
  const limits = { handshakeMs: 1_000, headersMs: 1_000, requestMs: 1_500, checkEveryMs: 50 };
  served = await serve({ kit, surfaces: [sampleServed], endpoints, limits });
});
afterEach(async () => {
  await served.close();
  await kit.clock.advance(Seconds(1));
  kit.logged.length = 0;
});
const send = (body: unknown, headers: Record<string, string> = {}, as = 'mover') =>
  served.send({ method: 'POST', path, headers: { ...basic(as), ...headers }, body });
const head = (...headers: string[]) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${basic('mover').authorization}\r\n${headers.join('\r\n')}\r\n\r\n`;

describe('an endpoint with a raw body', () => {
  it('gets the bytes as they were sent, JSON or not', async () => {
    for (const bytes of [Buffer.from('{"things":[]}'), Buffer.from([0, 255, 128]), Buffer.alloc(0)]) {
      const sha = createHash('sha256').update(bytes).digest('hex');
      expect((await send(bytes)).json).toEqual({ sha, size: bytes.length });
    }
  });

  it('takes its limit to the byte, and answers 413 to one byte more, whether the length was said or not', async () => {
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }] as const) {
      expect(await send(Buffer.alloc(LIMIT, ' '), headers)).toMatchObject({ status: 200, json: { size: LIMIT } });
      expect(await send(Buffer.alloc(LIMIT + 1, ' '), headers)).toMatchObject({ status: 413 });
    }
    expect((await send('{}')).status).toBe(200);
  });

  it('answers 415 to other types and encodings', async () => {
    expect((await send('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send('{}', { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('tells a client that waits whether to go on', async () => {
    const waits = ['Expect: 100-continue'];
    const told = await converse(served, [head(...waits, 'Content-Length: 2'), '{}']);
    expect(told).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
    expect(await converse(served, [head(...waits, `Content-Length: ${LIMIT + 1}`)])).toMatch(/^HTTP\/1.1 413 /);
  });

  it('gives up a body that does not come, and serves the next', async () => {
    const heard = await converse(served, [head('Content-Length: 50'), '{"things":']);
    expect(heard === '' || heard.startsWith('HTTP/1.1 408')).toBe(true);
    expect((await send('{}')).status).toBe(200);
  });

  it('answers 503 while the caller’s other bodies fill its share, and others are served meanwhile', async () => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let arrived = 0;
    handle = async () => {
      arrived++;
      await finished;
    };
    const running = [send(Buffer.alloc(LIMIT, ' ')), send(Buffer.alloc(LIMIT, ' '))];
    while (arrived < 2) await new Promise((resolve) => setImmediate(resolve));
    const refused = await send(Buffer.alloc(LIMIT, ' '));
    expect(refused).toMatchObject({ status: 503, json: { error: 'overloaded' } });
    expect(refused.headers['retry-after']).toMatch(/^[1-9]/);
    const other = send('{}', {}, 'busy');
    while (arrived < 3) await new Promise((resolve) => setImmediate(resolve));
    finish();
    expect((await Promise.all([...running, other])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await send(Buffer.alloc(LIMIT, ' '))).status).toBe(200);
  });

  it('is documented with its schema, its example and the answers that the kit gives for it', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a document is looked into at every depth.
    const operation = (openApiOf(sampleSurface, [pile]) as any).paths[path].post;
    const { schema, example } = operation.requestBody.content['application/json'];
    expect(schema.properties.things.items.$ref).toBe('#/components/schemas/Thing');
    expect(example).toEqual({ things: [{ name: 'chair' }] });
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['400', '413', '415', '503']));
  });

  it('cannot have a parsed one as well', () => {
    expect(() =>
      endpointsFor(sampleSurface)()({
        id: 'things.both',
        method: 'POST',
        path: '/sample/v1/both',
        summary: '',
        description: '',
        gate: { scope: 'move' },
        body: z.object({}),
        rawBody: z.object({}),
        success: { status: 200, description: '', schema: z.object({}) },
        faults: {},
        audit: { event: 'x', target: () => undefined },
        handle: async () => ({}),
      }),
    ).toThrow('either parsed or raw');
  });
});

describe('a raw body of other types than JSON', () => {
  const send = (bytes: Buffer, type?: string, headers: Record<string, string> = {}) =>
    served.send({
      method: 'POST',
      path: '/sample/v1/paint',
      headers: { ...basic('mover'), ...(type === undefined ? {} : { 'content-type': type }), ...headers },
      body: bytes,
    });

  it('is taken as one of its types, or as none', async () => {
    for (const type of ['image/png', 'IMAGE/PNG; q=1', 'application/octet-stream', undefined])
      expect(await send(Buffer.alloc(10, 255), type)).toMatchObject({ status: 200, json: { size: 10 } });
  });
  it('is refused as another, or compressed, before it is read', async () => {
    for (const type of ['application/json', 'image/svg+xml', 'image/pngx', 'text/html'])
      expect(await send(Buffer.alloc(1), type)).toMatchObject({ status: 415 });
    expect(await send(Buffer.alloc(1), 'image/png', { 'content-encoding': 'gzip' })).toMatchObject({ status: 415 });
  });
  it('is looked at after who sends it, whether they may, and how large it is', async () => {
    const beyond = Buffer.alloc(11);
    expect(await send(beyond, 'text/html', { authorization: 'x' })).toMatchObject({ status: 401 });
    expect(await send(beyond, 'text/html', basic('looker'))).toMatchObject({ status: 403 });
    expect(await send(beyond, 'text/html')).toMatchObject({ status: 413 });
  });
  it('is documented by its types, and cannot be malformed JSON', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a document is looked into at every depth.
    const operation = (openApiOf(sampleSurface, [paint]) as any).paths['/sample/v1/paint'].post;
    expect(Object.keys(operation.requestBody.content)).toEqual(['image/png', 'application/octet-stream']);
    expect(operation.requestBody.content['image/png'].schema).toMatchObject({ type: 'string', maxLength: 10 });
    expect(Object.keys(operation.responses)).toEqual(['200', '401', '403', '413', '415', '429', '500', '503']);
  });
  it('cannot be declared for a parsed body', () => {
    const { rawBody: _raw, surface: _surface, ...parsed } = paint;
    const declare = () => endpointsFor(sampleSurface)()({ ...parsed, body: z.object({}) } as never);
    expect(declare).toThrow('only a raw body');
  });
});

describe('the budget of large bodies', () => {
  it('gives back what was held, and keeps room for another tenant', () => {
    const budget = byteBudget({ total: 30, perTenant: 20 });
    const a = budget.open('a');
    const again = budget.open('a');
    const b = budget.open('b');
    expect([a.take(15), again.take(6), again.take(5), b.take(10), b.take(1)]).toEqual([true, false, true, true, false]);
    a.close();
    a.close();
    expect([b.take(10), b.take(1), again.take(5)]).toEqual([true, false, true]);
    again.close();
    b.close();
    expect(budget.open('a').take(20)).toBe(true);
  });
});
