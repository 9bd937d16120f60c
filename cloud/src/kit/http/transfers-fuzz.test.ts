// @module-tag exhaustive
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventStream } from './event-stream.ts';
import { streamAnswer } from './media.ts';
import { mount } from './mount.ts';
import type { ClientAnswer } from './testing/https-client.ts';
import { mediaEndpoints, someBytes, zipOf } from './testing/media-endpoints.ts';
import { memoryKit } from './testing/memory-kit.ts';
import { basic, sampleServed } from './testing/sample-surface.ts';
import { type Served, serve } from './testing/serve.ts';
import { liveThings } from './testing/socket-endpoint.ts';
import { uploadEndpoints } from './testing/upload-endpoints.ts';
import { upgradeHeaders } from './testing/way-served.ts';

const BYTES = someBytes(1_000);
const kit = memoryKit({ limiter: { take: () => ({ ok: true, remaining: 1, retryAfterMs: 0 }) } });
let served: Served;
beforeAll(async () => {
  const media = mediaEndpoints({
    bytes: () => zipOf(BYTES, 'tag'),
    stream: () => streamAnswer({ type: 'text/csv', read: () => [] }),
    events: () => eventStream(async function* () {}),
  });
  const others = [...uploadEndpoints({ chunk: async () => undefined }), mount(liveThings, { open: () => {} })];
  served = await serve({ kit, surfaces: [sampleServed], endpoints: [...media, ...others] });
});
afterAll(() => served.close());

const expectBlameless = ({ status, text, json, headers }: ClientAnswer) => {
  expect(status, text).toBeLessThan(500);
  if (status >= 400) expect(json).toMatchObject({ request_id: headers['x-request-id'] });
};

describe('whatever is sent', () => {
  const FORM = [
    '--b\r\nContent-Disposition: form-data; name="colour"\r\n\r\nred',
    '--b\r\nContent-Disposition: form-data; name="note"; filename="ü.txt"\r\nContent-Type: text/plain\r\n\r\nhello',
    '--b\r\nContent-Disposition: form-data; name="picture"; filename="a"\r\nContent-Type: image/png\r\n\r\nx',
    '--b--\r\n',
  ].join('\r\n');
  const send = (body: Uint8Array, type: string) =>
    served.send({
      method: 'POST',
      path: '/sample/v1/form',
      headers: { ...basic('mover'), 'content-type': type },
      body,
    });

  it('as a damaged form, is answered and blames nobody here', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(FORM.length),
        fc.nat(40),
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 6 }),
          fc.constantFrom('\r\n', '--b', '--b--', '\0', '"', '; name="picture"', 'Content-Type: ', '\r\n\r\n'),
        ),
        async (at, cut, put) => {
          const text = FORM.slice(0, at) + put + FORM.slice(at + cut);
          expectBlameless(await send(Buffer.from(text), 'multipart/form-data; boundary=b'));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('as the boundary of a form, is answered and blames nobody here', async () => {
    const words = fc.constantFrom('multipart/form-data', 'boundary', '=', ';', 'b', '"', ' ', '*', "''", '%', ',');
    await fc.assert(
      fc.asyncProperty(fc.array(words, { maxLength: 8 }), async (type) =>
        expectBlameless(await send(Buffer.from(FORM), `multipart/form-data; ${type.join('')}`)),
      ),
      { numRuns: 100 },
    );
  });

  it('as a range, is answered with exactly what was asked for, with all of it, or with 416', async () => {
    const number = fc.constantFrom('', '0', '1', '999', '1000', '99999999999999999999', '-', ',', ' ', 'x');
    await fc.assert(
      fc.asyncProperty(fc.tuple(number, fc.constantFrom('-', '', '--'), number), async (range) => {
        const headers = { ...basic('mover'), range: `bytes=${range.join('')}` };
        const answer = await served.send({ path: '/sample/v1/download', headers });
        expect([200, 206, 416]).toContain(answer.status);
        if (answer.status === 416) return;
        const [, from = '0', to = '999'] =
          /^bytes (\d+)-(\d+)\/1000$/.exec(answer.headers['content-range'] ?? '') ?? [];
        expect(answer.status === 206).toBe('content-range' in answer.headers);
        expect(Buffer.compare(answer.bytes, BYTES.subarray(Number(from), Number(to) + 1))).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  it('as the request for a WebSocket, is accepted or refused, and blames nobody here', async () => {
    const names = [
      'connection',
      'upgrade',
      'sec-websocket-version',
      'sec-websocket-key',
      'sec-websocket-protocol',
      'origin',
    ];
    const value = fc.string({ unit: fc.constantFrom(...'Upgradewbsockt13=,; .:/AZ'), maxLength: 24 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), value, async (name, text) => {
        const headers = { ...basic('mover'), ...upgradeHeaders(liveThings), [name]: text.trim() };
        expectBlameless(await served.send({ path: '/sample/v1/live', headers }));
      }),
      { numRuns: 150 },
    );
  });
});
