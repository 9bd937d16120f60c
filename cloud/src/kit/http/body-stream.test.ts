import { createHash } from 'node:crypto';
import https from 'node:https';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpointsFor } from './endpoint.ts';
import { openApiOf } from './openapi.ts';
import { converse } from './testing/converse.ts';
import { someBytes } from './testing/media-endpoints.ts';
import { type MemoryKit, memoryKit } from './testing/memory-kit.ts';
import { basic, sampleServed, sampleSurface } from './testing/sample-surface.ts';
import { type Served, serve } from './testing/serve.ts';
import { UPLOAD_LIMIT, uploadEndpoints, uploadThing } from './testing/upload-endpoints.ts';

const path = '/sample/v1/upload';
let kit: MemoryKit;
let chunk: (size: number) => Promise<void>;
let served: Served;
beforeEach(async () => {
  kit = memoryKit();
  chunk = async () => undefined;
  served = await serve({ kit, surfaces: [sampleServed], endpoints: uploadEndpoints({ chunk: (size) => chunk(size) }) });
});
afterEach(() => served.close());

const send = (body: Uint8Array, headers: Record<string, string> = {}, as = 'mover') =>
  served.send({ method: 'POST', path, headers: { ...basic(as), 'content-type': 'application/zip', ...headers }, body });
/** A request whose body the test writes, and its answer. */
const begin = (headers: Record<string, string> = {}) => {
  const request = https.request({
    ...{ host: 'localhost', port: served.port, ca: served.ca, agent: false, method: 'POST', path },
    headers: { ...basic('mover'), 'content-type': 'application/zip', ...headers },
  });
  const answer = new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
    request.on('error', reject).on('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode, connection: response.headers.connection });
    });
  });
  answer.catch(() => undefined);
  request.flushHeaders();
  return { request, answer };
};

describe('a body that is streamed', () => {
  it('reaches its handler byte for byte, and its audit row says so', async () => {
    const bytes = someBytes(3_000_000);
    const sha = createHash('sha256').update(bytes).digest('hex');
    expect(await send(bytes)).toMatchObject({
      status: 201,
      json: { sha, size: bytes.length, type: 'application/zip' },
    });
    expect(await send(new Uint8Array())).toMatchObject({ status: 201, json: { size: 0 } });
    expect(kit.audited).toMatchObject([{ event: 'thing.uploaded', outcome: 'ok' }, { outcome: 'ok' }]);
  });

  it('is taken to its limit, and refused with 413 a byte beyond, whether its length was said or not', async () => {
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }] as const) {
      expect(await send(new Uint8Array(UPLOAD_LIMIT), headers)).toMatchObject({ status: 201 });
      expect(await send(new Uint8Array(UPLOAD_LIMIT + 1), headers)).toMatchObject({ status: 413 });
    }
    expect((await send(new Uint8Array(1))).status).toBe(201);
  });

  it('is refused by its type, its encoding and its sender before any of it is read', async () => {
    let read = 0;
    chunk = async (size) => {
      read += size;
    };
    const bytes = new Uint8Array(10);
    expect(await send(bytes, { 'content-type': 'text/html' })).toMatchObject({ status: 415 });
    expect(await send(bytes, { 'content-encoding': 'gzip' })).toMatchObject({ status: 415 });
    expect(await send(bytes, {}, 'looker')).toMatchObject({ status: 403 });
    expect(await send(bytes, { authorization: 'x' })).toMatchObject({ status: 401 });
    expect(read).toBe(0);
  });

  it('waits with its sender while the handler is busy, and is never in memory as a whole', async () => {
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    chunk = () => gate;
    const { request, answer } = begin();
    let written = 0;
    const write = () => {
      for (let goesOn = true; goesOn && written < UPLOAD_LIMIT; written += 50_000)
        goesOn = request.write(new Uint8Array(50_000));
    };
    request.on('drain', write);
    write();
    const settled = async () => {
      for (let last = -1; last !== written; await new Promise((resolve) => setTimeout(resolve, 50))) last = written;
      return written;
    };
    expect(await settled()).toBeLessThan(UPLOAD_LIMIT);
    go();
    await vi.waitFor(() => expect(written).toBe(UPLOAD_LIMIT), 5_000);
    request.end();
    expect(await answer).toMatchObject({ status: 201 });
  });

  it('is given up with 408 when its sender falls silent, or takes longer than it has', async () => {
    const silent = begin();
    silent.request.write('x');
    await vi.waitFor(() => expect(kit.clock.pendingTimers).toBeGreaterThan(0));
    await vi.waitFor(async () => {
      await kit.clock.advance(Seconds(10));
      expect(kit.audited).toMatchObject([{ outcome: 'request_timeout', status: 408 }]);
    });
    expect(await silent.answer).toEqual({ status: 408, connection: 'close' });
    let chunks = 0;
    chunk = async () => void chunks++;
    const slow = begin();
    for (let i = 1; i <= 5 && kit.audited.length < 2; i++) {
      slow.request.write('x');
      await vi.waitFor(() => expect(chunks).toBe(i));
      await kit.clock.advance(Seconds(5));
    }
    expect(await slow.answer).toMatchObject({ status: 408 });
    expect(chunks).toBe(4);
  });

  it('ends where its sender goes away, with nothing carried out', async () => {
    let told = () => {};
    const begun = new Promise<void>((resolve) => {
      told = resolve;
    });
    chunk = async () => told();
    const { request } = begin();
    request.on('error', () => {}).write('x');
    await begun;
    request.destroy();
    await vi.waitFor(() => expect(kit.requested).toMatchObject([{ status: 499 }]));
    expect(kit.audited).toEqual([]);
    expect(kit.clock.pendingTimers).toBe(0);
  });

  it('leaves the connection to the next request where its handler has read half of it', async () => {
    chunk = async () => {
      throw new Error('the disk is full');
    };
    expect(await send(new Uint8Array(1_000_000))).toMatchObject({ status: 500 });
    chunk = async () => undefined;
    expect(await send(new Uint8Array(10))).toMatchObject({ status: 201 });
  });

  it('tells a client that waits to go on, once somebody reads', async () => {
    const head = (length: number) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${basic('mover').authorization}\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`;
    expect(await converse(served, [head(2), '{}'])).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 201 /);
    expect(await converse(served, [head(UPLOAD_LIMIT + 1)])).toMatch(/^HTTP\/1.1 413 /);
  });

  it('is documented by its types and its limit', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a document is looked into at every depth.
    const { post } = (openApiOf(sampleSurface, [uploadThing]) as any).paths[path];
    expect(post.requestBody.content['application/zip'].schema).toEqual({
      type: 'string',
      format: 'binary',
      maxLength: UPLOAD_LIMIT,
    });
    expect(Object.keys(post.responses)).toEqual(['201', '401', '403', '408', '413', '415', '429', '500']);
  });

  it('cannot be parsed as well, nor be promised more time than the server gives', async () => {
    const { surface: _surface, ...declared } = uploadThing;
    expect(() => endpointsFor(sampleSurface)()({ ...declared, rawBody: {} } as never)).toThrow(
      'either streamed or not',
    );
    const limits = { requestMs: 19_999 };
    const endpoints = uploadEndpoints({ chunk });
    await expect(serve({ kit, surfaces: [sampleServed], endpoints, limits })).rejects.toThrow(
      'longer than this server',
    );
  });
});
