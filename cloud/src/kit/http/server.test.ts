import net from 'node:net';
import tls from 'node:tls';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterEach, describe, expect, it } from 'vitest';
import type { SurfaceServerOptions } from './server.ts';
import { converse } from './testing/converse.ts';
import { memoryKit } from './testing/memory-kit.ts';
import { basic, sampleEndpoints, sampleServed } from './testing/sample-surface.ts';
import { type Served, serve } from './testing/serve.ts';

const kit = memoryKit();
const open: Served[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((served) => served.close()));
  await kit.clock.advance(Seconds(1));
  kit.requested.length = 0;
});
const start = async (options: Partial<SurfaceServerOptions> = {}, move: () => Promise<unknown> = async () => 1) => {
  const served = await serve({ kit, surfaces: [sampleServed], endpoints: sampleEndpoints({ move }), ...options });
  open.push(served);
  return served;
};
const path = '/sample/v1/hot/door_0123456789abcdef/move';
const request = { method: 'POST', path, headers: basic('mover'), body: { to: 1, note: 'x' } };

describe('plain HTTP on the TLS port', () => {
  it('[R5] is answered 401 in JSON on every path and never redirected', async () => {
    const { sendPlain } = await start();
    for (const target of [path, '/', '/docs', '/sample/v1/health']) {
      const answer = await sendPlain({ ...request, path: target });
      expect(answer).toMatchObject({
        status: 401,
        json: { error: 'https_required', message: expect.stringMatching(/HTTPS/) },
      });
      expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
      expect(answer.headers).not.toHaveProperty('location');
      expect(answer.headers).not.toHaveProperty('strict-transport-security');
    }
    expect(kit.requested.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });
  it('[R5] is not made HTTPS by a header that anybody can send', async () => {
    const { sendPlain } = await start();
    expect(
      await sendPlain({ ...request, headers: { ...request.headers, 'x-forwarded-proto': 'https' } }),
    ).toMatchObject({
      status: 401,
    });
  });
  it('[R5] is taken from a trusted proxy that speaks for a client on HTTPS, under the address of that client', async () => {
    const { sendPlain } = await start({ trustProxy: ['127.0.0.1'] });
    const forwarded = { ...request.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '9.9.9.9, 203.0.113.9' };
    expect(await sendPlain({ ...request, headers: forwarded })).toMatchObject({ status: 200 });
    expect(kit.requested).toMatchObject([{ remote_address: '203.0.113.9' }]);
    expect(await sendPlain({ ...request, headers: { ...forwarded, 'x-forwarded-proto': 'http' } })).toMatchObject({
      status: 401,
    });
  });
  it('carries several requests on one connection, as TLS does', async () => {
    const { send, sendPlain } = await start();
    for (let i = 0; i < 3; i++) {
      expect((await send(request)).status).toBe(200);
      expect((await sendPlain(request)).status).toBe(401);
    }
  });
});

describe('a client that does not keep to HTTP', () => {
  it.each([
    ['garbage', 'hello\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a negative length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
    [
      'two framings at once',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
  ])('is answered in JSON: %s', async (_what, text, status) => {
    const heard = await converse(await start(), text);
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(heard.slice(heard.indexOf('\r\n\r\n')))).toMatchObject({
      request_id: expect.stringMatching(/^req_/),
    });
  });
  it('gets 431 for more headers than allowed, and no header is cut off silently', async () => {
    const { send } = await start();
    const flood = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`x-${i}`, '1']));
    expect(await send({ ...request, headers: { ...flood, ...request.headers } })).toMatchObject({
      status: 431,
      json: { error: 'headers_too_large' },
    });
  });
  it('speaks TLS 1.2 or newer', async () => {
    const { port, ca } = await start();
    const failed = await new Promise((resolve) => {
      const socket = tls.connect({
        port,
        host: 'localhost',
        ca,
        maxVersion: 'TLSv1.1',
        minVersion: 'TLSv1',
        ciphers: 'ALL:@SECLEVEL=0',
      });
      socket.on('secureConnect', () => resolve(false)).on('error', () => resolve(true));
    });
    expect(failed).toBe(true);
  });
});

describe('a slow client', () => {
  const limits = { handshakeMs: 200, headersMs: 200, requestMs: 400, checkEveryMs: 50 };

  it.each([
    ['says nothing', '', true],
    ['stops within the headers', 'POST / HTTP/1.1\r\nHost: x\r\n', false],
    ['stops within the headers on plain HTTP', 'POST / HTTP/1.1\r\nHost: x\r\n', true],
    [
      'stops within the body',
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic('mover').authorization}\r\nContent-Length: 50\r\n\r\n{`,
      false,
    ],
  ])('is hung up on when it %s', async (_what, text, plain) => {
    const served = await start({ limits });
    const heard = await converse(served, text, plain);
    expect(heard === '' || heard.startsWith('HTTP/1.1 408')).toBe(true);
    expect((await served.send(request)).status).toBe(200);
  });
});

describe('an answer that is given before the request has arrived', () => {
  it.each([
    ['401', {}, 401],
    ['413', basic('mover'), 413],
  ])('reaches the client (%s), and the connection goes on', async (_what, headers, status) => {
    const { send } = await start();
    for (let i = 0; i < 3; i++)
      expect(await send({ ...request, headers, body: Buffer.alloc(2_000_000, 'x') })).toMatchObject({ status });
    expect((await send(request)).status).toBe(200);
  });
  it('reaches a client that does not say how much it sends', async () => {
    const { send } = await start();
    const headers = { ...request.headers, 'transfer-encoding': 'chunked' };
    for (let i = 0; i < 3; i++)
      expect(await send({ ...request, headers, body: Buffer.alloc(2_000_000, ' ') })).toMatchObject({ status: 413 });
    expect((await send(request)).status).toBe(200);
  });
  it('is not given to a client that went away: it is noted, and nothing is done', async () => {
    let moved = 0;
    const served = await start({}, async () => ++moved);
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic('mover').authorization}\r\nContent-Length: 22\r\n`;
    const socket = tls.connect({ port: served.port, host: 'localhost', ca: served.ca });
    socket.on('error', () => {}).write(`${head}\r\n{"to":1,`);
    await new Promise((resolve) => socket.once('session', resolve));
    socket.destroy();
    while (kit.requested.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(kit.requested).toMatchObject([{ status: 499, tenant: 'mover' }]);
    expect(moved).toBe(0);
  });
  it('is given before the body, to a client that waits to be told', async () => {
    const served = await start();
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 22\r\n`;
    expect(await converse(served, `${head}\r\n`)).toMatch(/^HTTP\/1.1 401 /);
    const long = head.replace('Content-Length: 22', 'Content-Length: 70000');
    const known = `Authorization: ${basic('mover').authorization}\r\n`;
    expect(await converse(served, `${long}${known}\r\n`)).toMatch(/^HTTP\/1.1 413 /);
    const told = await converse(served, [
      `${head}Authorization: ${basic('mover').authorization}\r\n\r\n`,
      '{"to":1,"note":"abcd"}',
    ]);
    expect(told).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
  });
  it('is not bought with an endless body: the connection ends', async () => {
    const served = await start();
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000000\r\n\r\n`;
    const chunk = 'x'.repeat(1_000_000);
    const heard = await converse(served, [head, ...Array.from({ length: 20 }, () => chunk)]);
    expect(heard === '' || heard.startsWith('HTTP/1.1 401')).toBe(true);
  });
});

describe('closing', () => {
  it('lets a running request finish, takes no new one, and leaves no connection and no timer', async () => {
    let finish = (_at: number) => {};
    let arrived = () => {};
    const running = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const served = await start({}, () => {
      arrived();
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
    const idle = net.connect(served.port, '127.0.0.1');
    const answer = served.send(request);
    await running;
    open.length = 0;
    const closed = served.close();
    finish(7);
    expect(await answer).toMatchObject({ status: 200, json: { at: 7 }, headers: { connection: 'close' } });
    await closed;
    idle.destroy();
    await expect(served.sendPlain(request)).rejects.toThrow();
    expect(kit.clock.pendingTimers).toBe(0);
  });
  it('ends a request that does not finish in time', async () => {
    let arrived = () => {};
    const running = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const served = await start({}, () => {
      arrived();
      return new Promise(() => {});
    });
    const answer = served.send(request).catch((error: Error) => error);
    await running;
    open.length = 0;
    const closed = served.close();
    await kit.clock.advance(Seconds(10));
    await closed;
    expect(await answer).toBeInstanceOf(Error);
  });
});
