import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Days, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import express from 'express';
import { describe, expect, it, vi } from 'vitest';
import { pageOfRoute } from './build.ts';
import type { WebBuild, WebFile } from './bundling.ts';
import { consolePages } from './console-pages.ts';
import { openBuild } from './kept-build.ts';
import { addressOf, ROUTES } from './ops/routes.ts';
import { PARTNER_ROUTES } from './partner/routes.ts';

const file = (type: string, text: string): WebFile => ({
  type,
  plain: Buffer.from(text),
  gzip: gzipSync(text),
  br: brotliCompressSync(text),
});
const BUILT: WebBuild = {
  hash: 'one',
  pages: new Map([
    ['page.html', file('text/html; charset=utf-8', '<!doctype html>')],
    ['partner.html', file('text/html; charset=utf-8', '<!doctype html><!-- partner -->')],
  ]),
  assets: new Map([
    ['ops-1.js', file('text/javascript; charset=utf-8', 'run()')],
    ['push-worker-1.js', file('text/javascript; charset=utf-8', 'listen()')],
  ]),
};

const serve = async (
  open: () => Promise<WebBuild> = async () => BUILT,
  folder = '/nowhere',
  isSignedIn?: (cookies: string | undefined) => Promise<boolean>,
) => {
  const clock = new ManualClock();
  const error = vi.fn();
  const app = express();
  const deps = { clock, log: { error }, folder, open, ...(isSignedIn && { isSignedIn }) };
  for (const { path, router } of consolePages(deps)) app.use(path, router);
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const get = async (path: string, accepted = 'identity', more: Readonly<Record<string, string>> = {}) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    const response = await fetch(url, { headers: { 'accept-encoding': accepted, ...more } });
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  };
  const close = () => new Promise((resolve) => server.close(resolve));
  return { clock, error, get, [Symbol.asyncDispose]: async () => void (await close()) };
};

describe('the operations console', () => {
  it('is served at the address of every page, never from a cache, with a policy that allows nothing inline or from elsewhere', async () => {
    await using served = await serve();
    const ids = { facilityId: 'fac_1', doorId: 'door_1', partnerId: 'ptr_1', memberId: 'a b', boxId: 'box_1' };
    for (const path of [
      '/ops',
      '/ops/',
      addressOf('signIn', {}),
      addressOf('account', {}),
      addressOf('doors', ids),
      addressOf('door', ids),
      addressOf('lockdown', ids),
      addressOf('members', ids),
      addressOf('member', ids),
      addressOf('boxes', ids),
      addressOf('box', ids),
      addressOf('walkTest', ids),
    ]) {
      const { status, headers, body } = await served.get(path);
      expect([path, status, body.toString()]).toEqual([path, 200, '<!doctype html>']);
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      );
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('x-build')).toBe('one');
    }
  });

  it('has a document of its own for a page that is opened most, and for every other one the same', async () => {
    const own = file('text/html; charset=utf-8', '<!doctype html><!-- doors -->');
    await using served = await serve(async () => ({
      ...BUILT,
      pages: new Map([...BUILT.pages, [pageOfRoute('doors'), own]]),
    }));
    for (const [route, path] of Object.entries(ROUTES)) {
      const { body } = await served.get(path.replace(/:\w+/g, 'one'));
      expect([route, body.toString()]).toEqual([route, route === 'doors' ? String(own.plain) : '<!doctype html>']);
    }
  });

  it('lets the page that claims a box use the camera, and no other', async () => {
    await using served = await serve();
    for (const path of ['/ops/claim', '/ops/claim/'])
      expect((await served.get(path)).headers.get('permissions-policy'), path).toBe(
        'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=()',
      );
    expect((await served.get('/ops/claim/other')).headers.get('permissions-policy')).toContain('camera=()');
  });

  it('lets the page that subscribes browsers register one worker, at one address that is never kept, and no other page', async () => {
    await using served = await serve();
    const policyOf = async (path: string) => (await served.get(path)).headers.get('content-security-policy');
    for (const path of [addressOf('browsers', {}), `${addressOf('browsers', {})}/`])
      expect(await policyOf(path), path).toMatch(/; require-trusted-types-for 'script'; trusted-types push-worker$/);
    for (const path of [addressOf('account', {}), '/ops/account/browsers/other', '/ops/push-worker.js'])
      expect(await policyOf(path), path).toMatch(/trusted-types 'none'$/);
    const worker = await served.get('/ops/push-worker.js');
    expect([worker.status, worker.body.toString()]).toEqual([200, 'listen()']);
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    expect(worker.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  it('answers 404 at every other address: with the page below its own, which says so itself', async () => {
    await using served = await serve();
    const unknown = await served.get('/ops/facilities/fac_1/nothing');
    expect([unknown.status, unknown.body.toString()]).toEqual([404, '<!doctype html>']);
    for (const path of ['/ops/assets/ops-2.js', '/ops/assets/..%2fbuild.ts', '/ops/assets/__proto__', '/opsx'])
      expect((await served.get(path)).status, path).toBe(404);
  });

  it('says to its own page alone, in a header that scripts may read, that nobody is signed in; nothing where that is not known', async () => {
    const isSignedIn = vi.fn(async (cookies: string | undefined) => cookies === 'of=ada');
    await using served = await serve(undefined, undefined, isSignedIn);
    const told = async (path: string, cookie?: string) =>
      (await served.get(path, 'identity', cookie === undefined ? {} : { cookie })).headers.get('server-timing');
    for (const path of [addressOf('doors', { facilityId: 'fac_1' }), addressOf('browsers', {}), '/ops/nothing'])
      expect([await told(path), await told(path, 'of=kim'), await told(path, 'of=ada')], path).toEqual([
        'nobody',
        'nobody',
        null,
      ]);
    for (const path of ['/ops/assets/ops-1.js', '/console']) expect(await told(path)).toBeNull();
    isSignedIn.mockRejectedValue(new Error('the database is away'));
    expect(await told('/ops')).toBeNull();
    await using without = await serve();
    expect((await without.get('/ops')).headers.get('server-timing')).toBeNull();
  });

  it('is beside that of partners, which has addresses of its own', async () => {
    await using served = await serve();
    for (const [path, status] of [
      ['/console', 200],
      ['/console/', 200],
      [PARTNER_ROUTES.keys, 200],
      ['/console/nothing', 404],
    ] as const) {
      const answer = await served.get(path);
      expect([path, answer.status, answer.body.toString()]).toEqual([path, status, '<!doctype html><!-- partner -->']);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  it('lets what never changes under its name be kept for ever, in the coding that a browser takes', async () => {
    await using served = await serve();
    const plain = await served.get('/ops/assets/ops-1.js');
    expect([plain.status, plain.body.toString()]).toEqual([200, 'run()']);
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('vary')).toBe('Accept-Encoding');
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    for (const [accepted, coding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0', null],
    ] as const) {
      const { headers, body } = await served.get('/ops/assets/ops-1.js', accepted);
      expect([headers.get('content-encoding'), body.toString()]).toEqual([coding, 'run()']);
    }
  });

  it('still gives a page of before an update the parts that it has not loaded yet', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-web-'));
    const sources = { brought: join(folder, 'none'), kept: folder, nowMs: new ManualClock().wallMs() };
    const before = { ...BUILT, hash: 'zero', assets: new Map([['door-page-0.js', file('text/javascript', 'old()')]]) };
    for (const build of [before, BUILT])
      await openBuild({ ...sources, hash: async () => build.hash, build: async () => build });
    await using served = await serve(async () => BUILT, folder);
    const part = await served.get('/ops/assets/door-page-0.js');
    expect([part.status, part.body.toString()]).toEqual([200, 'old()']);
    expect(part.headers.get('cache-control')).toContain('immutable');
    for (const name of ['page.html', 'build.json', 'replaced'])
      expect((await served.get(`/ops/assets/${name}`)).status, name).toBe(404);
    await served.clock.advance(Days(1));
    expect((await served.get('/ops/assets/door-page-0.js')).status).toBe(404);
    rmSync(folder, { recursive: true });
  });

  it('is built for the first who asks and for nobody else', async () => {
    const open = vi.fn(async () => BUILT);
    await using served = await serve(open);
    expect(open).not.toHaveBeenCalled();
    await Promise.all(['/ops', '/ops', '/ops/assets/ops-1.js'].map((path) => served.get(path)));
    expect(open).toHaveBeenCalledOnce();
  });

  it('says why where it could not be built, and tries again after half a minute', async () => {
    const open = vi.fn(async () => BUILT).mockRejectedValueOnce(new Error('no <bundler> here\n    at line 3'));
    await using served = await serve(open);
    const broken = await served.get('/ops');
    expect(broken.status).toBe(503);
    expect(broken.body.toString()).toContain('no &lt;bundler> here');
    expect(broken.body.toString()).not.toContain('at line 3');
    expect((await served.get('/ops/assets/ops-1.js')).status).toBe(503);
    expect((await served.get('/ops')).status).toBe(503);
    expect([open.mock.calls.length, served.error.mock.calls.length]).toEqual([1, 1]);
    await served.clock.advance(Seconds(30));
    expect((await served.get('/ops')).status).toBe(200);
  });
});
