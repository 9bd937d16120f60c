import { createHash } from 'node:crypto';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpointsFor } from './endpoint.ts';
import { kitFault } from './kit-faults.ts';
import { type BytesAnswer, bytesAnswer, type StreamAnswer, streamAnswer, textAnswer } from './media.ts';
import { openApiOf } from './openapi.ts';
import { downloadThing, exportThings, mediaEndpoints, someBytes, zipOf } from './testing/media-endpoints.ts';
import { memoryKit } from './testing/memory-kit.ts';
import { basic, sampleServed, sampleSurface } from './testing/sample-surface.ts';
import { type Served, serve } from './testing/serve.ts';

const BYTES = someBytes(200_000);
const TAG = createHash('sha256').update(BYTES).digest('hex');
const kit = memoryKit();
let bytes: () => BytesAnswer;
let stream: () => StreamAnswer;
let served: Served;
beforeAll(async () => {
  const endpoints = mediaEndpoints({ bytes: () => bytes(), stream: () => stream(), events: () => stream() });
  served = await serve({ kit, surfaces: [sampleServed], endpoints });
});
afterAll(() => served.close());
beforeEach(async () => {
  bytes = () => zipOf(BYTES, TAG);
  await kit.clock.advance(Seconds(1));
  for (const list of [kit.audited, kit.requested, kit.logged]) list.length = 0;
});
const download = (headers: Record<string, string> = {}, method = 'GET') =>
  served.send({ method, path: '/sample/v1/download', headers: { ...basic('looker'), ...headers } });
const exported = () =>
  served.send({ method: 'POST', path: '/sample/v1/export', headers: basic('looker'), body: { colour: 'red' } });
const isSame = (sent: Uint8Array, other: Uint8Array) => Buffer.compare(sent, other) === 0;

describe('bytes as an answer', () => {
  it('arrive whole, with their length, tag and type, and as nothing that a browser would run', async () => {
    const answer = await download();
    expect([answer.status, isSame(answer.bytes, BYTES)]).toEqual([200, true]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': '200000',
      'accept-ranges': 'bytes',
      etag: `"${TAG}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      ratelimit: '"endpoint";r=4;t=1',
    });
    expect(kit.audited).toMatchObject([{ event: 'thing.downloaded', target: 'it', outcome: 'ok', status: 200 }]);
    expect(kit.requested).toMatchObject([{ endpoint: 'things.download', status: 200 }]);
  });

  it('are saved under the name that they are given', async () => {
    bytes = () => bytesAnswer({ type: 'text/plain; charset=utf-8', bytes: someBytes(3), download: 'a.txt' });
    expect((await download()).headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="a.txt"',
    });
  });

  it('are answered in part where a part is asked for, and only that part is read', async () => {
    const read: (readonly [number, number])[] = [];
    bytes = () =>
      zipOf({
        length: BYTES.length,
        read: async function* ({ from, to }) {
          read.push([from, to]);
          yield BYTES.subarray(from, to + 1);
        },
      });
    const answer = await download({ range: 'bytes=70000-70009' });
    expect(answer.headers).toMatchObject({ 'content-range': 'bytes 70000-70009/200000', 'content-length': '10' });
    expect([answer.status, isSame(answer.bytes, BYTES.subarray(70_000, 70_010))]).toEqual([206, true]);
    expect(read).toEqual([[70_000, 70_009]]);
  });

  it('give the same whole when they are fetched in parts', async () => {
    const parts = [];
    for (const range of ['bytes=0-99999', 'bytes=100000-199998', 'bytes=-1'])
      parts.push((await download({ range, 'if-range': `"${TAG}"` })).bytes);
    expect(isSame(Buffer.concat(parts), BYTES)).toBe(true);
  });

  it('come whole where the part was of other bytes, and 416 says how many there are where there is no such part', async () => {
    expect(await download({ range: 'bytes=5-', 'if-range': '"old"' })).toMatchObject({ status: 200 });
    const beyond = await download({ range: 'bytes=200000-' });
    expect(beyond).toMatchObject({ status: 416, json: { error: 'range_not_satisfiable' } });
    expect(beyond.headers['content-range']).toBe('bytes */200000');
    expect(kit.audited.map(({ outcome }) => outcome)).toEqual(['ok', 'range_not_satisfiable']);
  });

  it('are not sent to whoever has them, nor read for whoever asks for the head alone', async () => {
    let reads = 0;
    bytes = () => zipOf({ length: 5, read: () => [`${++reads}2345`] }, 'five');
    const known = await download({ 'if-none-match': '"other", "five"', range: 'bytes=0-1' });
    expect([known.status, known.bytes.length, known.headers.etag]).toEqual([304, 0, '"five"']);
    const head = await download({ range: 'bytes=0-1' }, 'HEAD');
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, '5']);
    expect(reads).toBe(0);
    expect(await download({ 'if-none-match': '"other"' })).toMatchObject({ status: 200, text: '12345' });
  });

  it('may be none', async () => {
    bytes = () => zipOf(new Uint8Array());
    expect((await download()).headers['content-length']).toBe('0');
    expect(await download({ range: 'bytes=0-' })).toMatchObject({ status: 416 });
  });

  it.each([
    ['fewer than it said', ['123']],
    ['more than it said', ['123', '456']],
  ])('are cut off where a source gives %s', async (_what, chunks) => {
    bytes = () => zipOf({ length: 5, read: () => chunks });
    await expect(download()).rejects.toThrow();
    expect(kit.logged).toMatchObject([{ level: 'error', message: 'an answer broke off' }]);
  });

  it('are asked for by whoever may, and no more often than they may', async () => {
    expect(await download({ authorization: 'x' })).toMatchObject({ status: 401 });
    for (let i = 0; i < 5; i++) await download();
    expect(await download()).toMatchObject({ status: 429, json: { error: 'rate_limit_exceeded' } });
  });
});

describe('a stream as an answer', () => {
  it('arrives in full, whatever its length, and names no length', async () => {
    stream = () => streamAnswer({ type: 'text/csv', read: () => ['a,b\n', someBytes(70_000), 'ü\n'] });
    const answer = await exported();
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'transfer-encoding': 'chunked', 'content-type': 'text/csv' },
    });
    expect(isSame(answer.bytes, Buffer.concat([Buffer.from('a,b\n'), someBytes(70_000), Buffer.from('ü\n')]))).toBe(
      true,
    );
    expect(kit.audited).toMatchObject([{ event: 'things.exported', outcome: 'ok' }]);
  });

  it.each(['ü\n', 'ü\n'.repeat(700_000)])(
    'is sent with its length where all of it is there (case %#)',
    async (text) => {
      stream = () => textAnswer({ type: 'text/csv', text });
      const answer = await exported();
      const length = String(Buffer.byteLength(text));
      expect(answer).toMatchObject({ status: 200, headers: { 'content-length': length, 'content-type': 'text/csv' } });
      expect(answer.headers).not.toHaveProperty('transfer-encoding');
      expect(answer.text === text).toBe(true);
      expect(kit.audited).toMatchObject([{ event: 'things.exported', outcome: 'ok' }]);
    },
  );

  it('is refused as any request where it fails before its first chunk', async () => {
    stream = () =>
      streamAnswer({
        type: 'text/csv',
        // biome-ignore lint/correctness/useYield: it fails before.
        read: async function* () {
          throw kitFault('no_such_path', 'It is gone.');
        },
      });
    expect(await exported()).toMatchObject({ status: 404, json: { error: 'no_such_path' } });
    expect(kit.audited).toMatchObject([{ outcome: 'no_such_path', status: 404 }]);
  });

  it('is cut off, and never ended well, where it fails later', async () => {
    stream = () =>
      streamAnswer({
        type: 'text/csv',
        read: async function* () {
          yield 'a,b\n';
          throw new Error('the disk is gone');
        },
      });
    await expect(exported()).rejects.toThrow();
    expect(kit.logged).toMatchObject([{ level: 'error', message: 'an answer broke off' }]);
  });
});

describe('a declaration of bytes', () => {
  it('is documented by its media types, and by parts where there are some', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a document is looked into at every depth.
    const { paths } = openApiOf(sampleSurface, [downloadThing, exportThings]) as any;
    const { get } = paths['/sample/v1/download'];
    expect(Object.keys(get.responses)).toEqual(['200', '206', '304', '401', '403', '416', '429', '500']);
    expect(get.responses[206].content['application/zip'].schema).toEqual({ type: 'string', format: 'binary' });
    expect(get.parameters.map(({ name }: { name: string }) => name)).toEqual(['Range', 'If-None-Match']);
    const { responses, parameters } = paths['/sample/v1/export'].post;
    expect([responses[200].content, parameters]).toEqual([{ 'text/csv': { schema: { type: 'string' } } }, undefined]);
  });

  it('cannot be kept for a request that is sent again, written in a unit of the kit, or compressed by it', () => {
    const { surface: _surface, readsOnly: _reads, ...changes } = exportThings;
    const declare =
      (own: object, surface = sampleSurface) =>
      () =>
        endpointsFor(surface)()({ ...changes, ...own } as never);
    expect(declare({})).toThrow('a unit of the kit');
    expect(declare({ unit: 'own' }, { ...sampleSurface, idempotencyKeys: true })).toThrow('not kept');
    expect(declare({ unit: 'own', compress: true })).toThrow('only JSON');
    expect(declare({ unit: 'own' })).not.toThrow();
  });

  it('is held to: another type, or no bytes at all, is a mistake of ours', async () => {
    bytes = () => bytesAnswer({ type: 'image/png', bytes: BYTES });
    expect(await download()).toMatchObject({ status: 500 });
    bytes = () => ({}) as BytesAnswer;
    expect(await download()).toMatchObject({ status: 500 });
    bytes = () => streamAnswer({ type: 'application/zip', read: () => [] }) as unknown as BytesAnswer;
    expect(await download()).toMatchObject({ status: 500 });
  });
});
