import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiOf } from '../http/openapi.ts';
import { memoryKit } from '../http/testing/memory-kit.ts';
import { sampleEndpoints, sampleServed, sampleSurface } from '../http/testing/sample-surface.ts';
import { type Served, serve } from '../http/testing/serve.ts';
import { docsPage } from './docs-page.ts';

const kit = memoryKit();
const endpoints = sampleEndpoints({ move: async () => 1 });
const document = openApiOf(
  sampleSurface,
  endpoints.map(({ declaration }) => declaration),
);
let served: Served;
beforeAll(async () => {
  const pages = [docsPage({ title: 'Things <& more>', document })];
  served = await serve({ kit, surfaces: [sampleServed], endpoints, pages });
});
afterAll(() => served.close());

describe('the reference page', () => {
  it('is a page with a title that fits a phone, and may load from its own server only', async () => {
    const page = await served.send({ path: '/docs' });
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>Things &#60;&#38; more&#62;</title>');
    expect(page.text).toContain('width=device-width');
    expect(page.headers['content-security-policy']).toMatch(/default-src 'self'/);
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/);
    expect(page.headers['x-request-id']).toMatch(/^req_/);
  });
  it('names nothing on another host, and everything it names is there', async () => {
    const { text } = await served.send({ path: '/docs' });
    const named = [...text.matchAll(/(?:src|href|data-document)="([^"]+)"/g)].map(([, path]) => path as string);
    expect(named.length).toBeGreaterThan(5);
    for (const path of named) {
      expect(path).toMatch(/^\/docs\//);
      expect(await served.send({ path }), path).toMatchObject({ status: 200 });
    }
    expect((await served.send({ path: '/docs/start.js' })).text).toContain('validatorUrl: null');
  });
  it('serves the document that it shows', async () => {
    expect((await served.send({ path: '/docs/openapi.json' })).json).toEqual(JSON.parse(JSON.stringify(document)));
  });
  it('serves no other file of the package, and says so in JSON', async () => {
    for (const path of [
      '/docs/package.json',
      '/docs/index.html',
      '/docs/..%2fpackage.json',
      '/docs/%',
      '/docs/../../x',
    ])
      expect(await served.send({ path }), path).toMatchObject({
        status: expect.toSatisfy((status) => status === 404 || status === 400),
        json: { request_id: expect.any(String) },
      });
  });
});
