import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { declarations } from '../../areas.ts';
import { memoryKit } from '../../kit/http/testing/memory-kit.ts';
import { type Served, serve } from '../../kit/http/testing/serve.ts';
import { operationsOf } from '../document.ts';
import { partnerReference } from '../partner-reference.ts';
import { docsPage } from './docs-page.ts';

const reference = partnerReference(declarations);
const kit = memoryKit();
let served: Served;
let front: string;
beforeAll(async () => {
  served = await serve({ kit, surfaces: [], endpoints: [], pages: [docsPage(reference)] });
  front = (await served.send({ path: '/docs' })).text;
});
afterAll(() => served.close());

const namedIn = (text: string) => [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
const idsIn = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

describe('the reference page', () => {
  it('is a page with a title that fits a phone, needs no script, and may load from its own server only', async () => {
    const page = await served.send({ path: '/docs' });
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>Gatehouse partner API v1</title>');
    expect(page.text).toContain('width=device-width');
    expect(page.text).not.toMatch(/<script|style="|onclick/);
    expect(page.headers['content-security-policy']).toMatch(/default-src 'self'/);
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/);
    expect(page.headers['x-request-id']).toMatch(/^req_/);
  });
  it('shows every endpoint with its example, every error and every list of words, each with an address of its own', () => {
    const ids = idsIn(front);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operationId, path } of operationsOf(reference.document)) {
      expect(ids).toContain(operationId);
      expect(front).toContain(`<code>${path}</code>`);
    }
    for (const code of Object.keys(reference.faults)) expect(ids).toContain(`error-${code}`);
    for (const { id } of reference.lists) expect(ids).toContain(id);
  });
  it('names every word that a field takes, and no bound that is none', () => {
    expect(front).toContain('<code>prefer_not_to_say</code>, <code>unknown</code> or null');
    expect(front).not.toContain(String(Number.MIN_SAFE_INTEGER));
  });
  it('has headings in order, one of the first level, and a label for every region', () => {
    const levels = [...front.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1);
    for (const [, by] of front.matchAll(/aria-labelledby="([^"]+)"/g)) expect(idsIn(front)).toContain(by);
  });
  it('serves what it offers to be kept', async () => {
    expect((await served.send({ path: '/docs/openapi.json' })).json).toEqual(
      JSON.parse(JSON.stringify(reference.document)),
    );
    expect((await served.send({ path: '/docs/postman.json' })).json.info.name).toBe('Gatehouse partner API v1');
    expect(namedIn(front)).toContain('/docs/vectors-windows.json');
  });
});

describe('D1 the reference, on the process that unlocks', () => {
  it('goes compressed, once made, and not at all to who has it', async () => {
    for (const path of ['/docs/', '/docs/openapi.json', '/docs/page.css']) {
      const plain = await served.send({ path });
      expect(plain.headers).toMatchObject({
        vary: 'Accept-Encoding',
        'cache-control': expect.stringMatching(/max-age=\d/),
      });
      for (const [coding, open] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const accepted = coding === 'br' ? 'gzip, deflate, br' : 'gzip;q=0.5, br;q=0';
        const answer = await served.send({ path, headers: { 'accept-encoding': accepted } });
        expect(answer.headers['content-encoding'], path).toBe(coding);
        expect(open(answer.bytes).toString()).toBe(plain.text);
        expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2);
        const { etag = '' } = answer.headers;
        const again = await served.send({ path, headers: { 'accept-encoding': accepted, 'if-none-match': etag } });
        expect(again).toMatchObject({ status: 304, text: '', headers: { etag } });
        expect((await served.send({ path, headers: { 'if-none-match': '"of last week"' } })).status).toBe(200);
      }
      const head = await served.send({ method: 'HEAD', path });
      expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(plain.bytes.length)]);
    }
    await kit.clock.advance(Seconds(1));
  });

  it('has a share for each address, so that no reader holds up an unlock for long', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 80 }, async () => (await served.send({ path: '/docs/page.css' })).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    const refused = await served.send({ path: '/docs/' });
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      json: { request_id: expect.any(String) },
    });
    await kit.clock.advance(Seconds(1));
    expect((await served.send({ path: '/docs/' })).status).toBe(200);
    await kit.clock.advance(Seconds(1));
  });
});

describe('every page', () => {
  beforeEach(() => kit.clock.advance(Seconds(1)));

  it('names nothing on another host, and everything it names is there, down to the heading', async () => {
    const seen = new Map<string, string>([['/docs', front]]);
    const open = async (path: string) => {
      const known = seen.get(path);
      if (known !== undefined) return known;
      const answer = await served.send({ path });
      expect(answer.status, path).toBe(200);
      seen.set(path, answer.text);
      return answer.text;
    };
    const queue = ['/docs'];
    for (let path = queue.shift(); path !== undefined; path = queue.shift())
      for (const named of namedIn(await open(path)).filter((one) => one !== 'data:,')) {
        const [page = '', anchor] = named.split('#');
        expect(named, `on ${path}`).toMatch(/^(\/docs\/|#)/);
        const target = page === '' ? path : page;
        if (!seen.has(target)) queue.push(target);
        if (anchor !== undefined) expect(idsIn(await open(target)), `${named} on ${path}`).toContain(anchor);
      }
    expect([...seen.keys()].filter((path) => path.startsWith('/docs/guide/')).length).toBeGreaterThanOrEqual(2);
  });
  it('is in one language, has a title and a way past its navigation', async () => {
    for (const path of ['/docs', ...namedIn(front).filter((one) => one.startsWith('/docs/guide/'))]) {
      const { text } = await served.send({ path });
      expect(text).toMatch(/<html lang="en">/);
      expect(text).toMatch(/<title>[^<]+<\/title>/);
      expect(text).toContain('href="#main"');
      expect(text.match(/<h1/g), path).toHaveLength(1);
    }
  });
  it('that is none answers 404 in JSON', async () => {
    for (const path of [
      '/docs/package.json',
      '/docs/index.html',
      '/docs/guide/..%2fREADME',
      '/docs/%',
      '/docs/../../x',
    ])
      expect(await served.send({ path }), path).toMatchObject({
        status: expect.toSatisfy((status) => status === 404 || status === 400),
        json: { request_id: expect.any(String) },
      });
  });
});
