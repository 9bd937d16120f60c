import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declarations } from '../../areas.ts';
import { openApiOf } from '../../kit/http/openapi.ts';
import { memoryKit } from '../../kit/http/testing/memory-kit.ts';
import { type Served, serve } from '../../kit/http/testing/serve.ts';
import { platformSurface } from '../../platform/users/platform-surface.ts';
import { documentPage } from './document-page.ts';

const PATH = '/docs/openapi.json';
const kit = memoryKit();
let served: Served;
beforeAll(async () => {
  served = await serve({ kit, surfaces: [], endpoints: [], pages: [documentPage('platform')] });
});
afterAll(() => served.close());

describe('the document of the platform API', () => {
  it('is what the declarations say, for whoever asks', async () => {
    const { status, json, headers } = await served.send({ path: PATH });
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(json).toEqual(JSON.parse(JSON.stringify(openApiOf(platformSurface, declarations))));
  });

  it('goes compressed, and not at all to who has it', async () => {
    const plain = await served.send({ path: PATH });
    for (const [coding, open] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const headers = { 'accept-encoding': coding };
      const answer = await served.send({ path: PATH, headers });
      expect(answer.headers).toMatchObject({
        'content-encoding': coding,
        vary: 'Accept-Encoding',
        'cache-control': expect.stringMatching(/max-age=\d/),
      });
      expect(open(answer.bytes).toString()).toBe(plain.text);
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 10);
      const { etag = '' } = answer.headers;
      const again = await served.send({ path: PATH, headers: { ...headers, 'if-none-match': etag } });
      expect(again).toMatchObject({ status: 304, text: '', headers: { etag } });
    }
  });

  it('is the same for all who ask at first, and is only read', async () => {
    await kit.clock.advance(Seconds(1));
    const fresh = await serve({ kit, surfaces: [], endpoints: [], pages: [documentPage('platform')] });
    const headers = { 'accept-encoding': 'br' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => fresh.send({ path: PATH, headers })));
    expect(new Set(answers.map(({ headers: { etag } }) => etag)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await fresh.send({ method: 'POST', path: PATH })).status).toBeOneOf([404, 405]);
    expect((await fresh.send({ path: '/docs/platform.json' })).status).toBe(404);
    await fresh.close();
  });
});
