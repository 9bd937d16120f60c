import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memoryKit } from '../../kit/http/testing/memory-kit.ts';
import { type Served, serve } from '../../kit/http/testing/serve.ts';
import { type OpenApiDocument, operationsOf } from '../document.ts';
import { errorsOf } from './endpoint-model.ts';
import type { Referenced } from './reference-kinds.ts';
import { createReferences } from './references.ts';

const kit = memoryKit();
const references = createReferences({ clock: kit.clock });
const servers: Partial<Record<Referenced, Served>> = {};
beforeAll(async () => {
  for (const surface of ['partner', 'platform'] as const)
    servers[surface] = await serve({ kit, surfaces: [], endpoints: [], pages: [references.page(surface)] });
});
afterAll(async () => {
  await references.close();
  for (const served of Object.values(servers)) await served.close();
});
const served = (surface: Referenced) => servers[surface] as Served;

/** As one reader after the other, so that none has had their share of a second. */
const read = async (surface: Referenced, path: string, headers: Record<string, string> = {}) => {
  await kit.clock.advance(Seconds(1));
  return served(surface).send({ path, headers });
};
const documentOf = (surface: string): OpenApiDocument =>
  JSON.parse(readFileSync(new URL(`../../../openapi/${surface}.json`, import.meta.url), 'utf8'));
const namedIn = (text: string) =>
  [...text.matchAll(/ (?:src|href|data-index)="([^"]+)"/g)].map(([, path = '']) => path);
const idsIn = (text: string) => [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
const assetIn = (text: string, ending: string) => namedIn(text).find((path) => path.endsWith(ending)) ?? '';

describe.each(['partner', 'platform'] as const)('the reference of the %s API', (surface) => {
  const document = documentOf(surface);
  const operations = operationsOf(document);
  const codes = [...new Set(operations.flatMap((operation) => errorsOf(operation).map(({ code }) => code)))];

  it('begins with every endpoint and every error, by the anchors of the time when it was one page', async () => {
    const { status, text } = await read(surface, '/docs');
    expect(status).toBe(200);
    expect(text).toContain(`<title>${document.info.title} v1</title>`);
    const ids = idsIn(text);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operationId, path } of operations) {
      expect(ids).toContain(operationId);
      expect(text).toContain(`<code>${path}</code>`);
    }
    for (const code of codes) expect(ids).toContain(`error-${code}`);
    for (const { operationId } of operations) expect(ids).toContain(operationId.split('.')[0]);
  });

  it('has a page for each endpoint, with its own errors and no others, and a way on', async () => {
    for (const operation of surface === 'partner' ? operations : operations.slice(40, 60)) {
      const { status, text } = await read(surface, `/docs/endpoints/${operation.operationId}`);
      expect(status, operation.operationId).toBe(200);
      expect(text).toContain(operation.summary);
      const linked = new Set(text.split('<h2 id="errors">')[1]?.match(/(?<=\/docs\/errors\/)\w+/g));
      expect([...linked].sort()).toEqual([...new Set(errorsOf(operation).map(({ code }) => code))].sort());
      expect(text).toMatch(/rel="(?:next|prev)"/);
      for (const example of ['curl', 'TypeScript']) expect(text).toContain(`data-tab="${example}"`);
    }
  });

  it('has a page for each error, which says what to do and which endpoints answer it', async () => {
    for (const code of surface === 'partner' ? codes : codes.slice(0, 12)) {
      const { status, text } = await read(surface, `/docs/errors/${code}`);
      expect(status, code).toBe(200);
      expect(text).toContain(`<h1 id="${code}"><code>${code}</code></h1>`);
      expect(text).toContain('What to do');
      const answering = operations.filter((operation) => errorsOf(operation).some((error) => error.code === code));
      for (const { operationId } of answering) expect(text).toContain(`href="/docs/endpoints/${operationId}"`);
    }
  });

  it('is searched in one small file, which names every endpoint and error', async () => {
    const { bytes } = await read(surface, '/docs/search.json', { 'accept-encoding': 'br' });
    expect(bytes.length).toBeLessThan(16_000);
    const addresses = JSON.parse(brotliDecompressSync(bytes).toString()).map(([, address]: string[]) => address);
    for (const { operationId } of operations) expect(addresses).toContain(`/docs/endpoints/${operationId}`);
    for (const code of codes) expect(addresses).toContain(`/docs/errors/${code}`);
  });

  it('serves the document as it is', async () => {
    expect((await read(surface, '/docs/openapi.json')).json).toEqual(document);
  });
});

describe('every page of a reference', () => {
  it('holds nothing inline, loads from its own server only, and sets no cookie', async () => {
    for (const path of ['/docs', '/docs/endpoints/doors.unlock', '/docs/errors/relay_fault', '/docs/guide/unlock']) {
      const { text, headers } = await read('partner', path, { cookie: '__Host-console=1' });
      expect(text).not.toMatch(/<script(?! type="module" src)|<style| style="| on\w+="/);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'/);
      expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/);
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['x-request-id']).toMatch(/^req_/);
      expect(text).toMatch(/<html lang="en">/);
      expect(text.match(/<h1/g), path).toHaveLength(1);
      expect(text).toContain('href="#main"');
    }
  });

  it('names nothing on another host, and everything it names is there, down to the heading', async () => {
    const seen = new Map<string, string>();
    const open = async (path: string) => {
      const known = seen.get(path);
      if (known !== undefined) return known;
      const answer = await read('partner', path);
      expect(answer.status, path).toBe(200);
      seen.set(path, answer.text);
      return answer.text;
    };
    const queue = ['/docs/'];
    for (let path = queue.shift(); path !== undefined; path = queue.shift())
      for (const named of namedIn(await open(path)).filter((one) => one !== 'data:,')) {
        const [page = '', anchor] = named.split('#');
        expect(named, `on ${path}`).toMatch(/^(\/docs\/|#)/);
        const target = page === '' ? path : page;
        if (!seen.has(target) && !queue.includes(target)) queue.push(target);
        if (anchor !== undefined) expect(idsIn(await open(target)), `${named} on ${path}`).toContain(anchor);
      }
    for (const kind of ['guide', 'endpoints', 'errors'])
      expect([...seen.keys()].filter((path) => path.startsWith(`/docs/${kind}/`)).length).toBeGreaterThan(10);
  });

  it('shows words that a field takes, and no bound that is none', async () => {
    const { text } = await read('partner', '/docs/endpoints/members.push');
    expect(text).toContain('<code>prefer_not_to_say</code>, <code>unknown</code> or null');
    expect(text).not.toContain(String(Number.MIN_SAFE_INTEGER));
    expect(text).toContain('<span class="pill">required</span>');
  });

  it('has headings in order, and a label for every region', async () => {
    for (const path of ['/docs/', '/docs/endpoints/doors.unlock', '/docs/errors/relay_fault']) {
      const { text } = await read('partner', path);
      const levels = [...(text.split('<main')[1] ?? '').matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
      for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0), path).toBeLessThanOrEqual(1);
      for (const [, by = ''] of text.matchAll(/aria-labelledby="([^"]+)"/g)) expect(idsIn(text), path).toContain(by);
    }
  });

  it.each([
    '/docs/package.json',
    '/docs/index.html',
    '/docs/endpoints/doors',
    '/docs/endpoints/',
    '/docs/errors/__proto__',
    '/docs/guide/..%2fREADME',
    '/docs/%',
    '/docs/../../x',
  ])('%s is none: that answers 404 in JSON', async (path) =>
    expect(await read('partner', path)).toMatchObject({
      status: expect.toSatisfy((status) => status === 404 || status === 400),
      json: { request_id: expect.any(String) },
    }),
  );
});

describe('D1 the reference, on the process that unlocks', () => {
  beforeEach(() => kit.clock.advance(Seconds(1)));

  it('goes compressed, once made, and not at all to who has it', async () => {
    for (const path of ['/docs/', '/docs/openapi.json', '/docs/endpoints/members.push']) {
      const plain = await read('partner', path);
      expect(plain.headers).toMatchObject({
        vary: 'Accept-Encoding',
        'cache-control': expect.stringMatching(/max-age=\d/),
      });
      for (const [coding, open] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const accepted = { 'accept-encoding': coding === 'br' ? 'gzip, deflate, br' : 'gzip;q=0.5, br;q=0' };
        const answer = await read('partner', path, accepted);
        expect(answer.headers['content-encoding'], path).toBe(coding);
        expect(open(answer.bytes).toString()).toBe(plain.text);
        expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2);
        const { etag = '' } = answer.headers;
        const again = await read('partner', path, { ...accepted, 'if-none-match': etag });
        expect(again).toMatchObject({ status: 304, text: '', headers: { etag } });
        expect((await read('partner', path, { 'if-none-match': '"of last week"' })).status).toBe(200);
      }
      const head = await served('partner').send({ method: 'HEAD', path });
      expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(plain.bytes.length)]);
    }
  });

  it('has its script and style kept for ever, by names that say what is in them', async () => {
    const { text } = await read('partner', '/docs/');
    for (const [ending, type] of [
      ['.css', 'text/css'],
      ['.js', 'text/javascript'],
    ] as const) {
      const path = assetIn(text, ending);
      expect(path).toMatch(/^\/docs\/assets\/reference-[0-9a-f]{10}\./);
      const { headers } = await read('partner', path);
      expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
      expect(headers['cache-control']).toContain('immutable');
      expect((await read('partner', path.replace('reference-', 'reference-0'))).status).toBe(404);
    }
  });

  it('has a share for each address, so that no reader holds up an unlock for long', async () => {
    const path = assetIn((await read('partner', '/docs/')).text, '.css');
    await kit.clock.advance(Seconds(1));
    const statuses = await Promise.all(
      Array.from({ length: 80 }, async () => (await served('partner').send({ path })).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(await served('partner').send({ path: '/docs/' })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      json: { request_id: expect.any(String) },
    });
    expect((await read('partner', '/docs/')).status).toBe(200);
  });

  it('gives everybody who asks at first the same page, made once, and ends its thread when nobody asks any more', async () => {
    const fresh = createReferences({ clock: kit.clock });
    const mine = await serve({ kit, surfaces: [], endpoints: [], pages: [fresh.page('partner')] });
    const ask = () => mine.send({ path: '/docs/endpoints/doors.list', headers: { 'accept-encoding': 'br' } });
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1);
    await kit.clock.advance(Seconds(61));
    expect((await ask()).status).toBe(200);
    expect((await mine.send({ path: '/docs/endpoints/doors.read' })).status).toBe(200);
    expect((await mine.send({ method: 'POST', path: '/docs/' })).status).toBeOneOf([404, 405]);
    await fresh.close();
    await mine.close();
  });
});
