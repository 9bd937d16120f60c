import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { endpointsFor } from './endpoint.ts';
import { mount } from './mount.ts';
import { openApiOf } from './openapi.ts';
import type { LiveSocket } from './sockets.ts';
import { converse } from './testing/converse.ts';
import { type MemoryKit, memoryKit } from './testing/memory-kit.ts';
import { basic, sampleEndpoints, sampleServed, sampleSurface } from './testing/sample-surface.ts';
import { type Served, serve } from './testing/serve.ts';
import { liveThings } from './testing/socket-endpoint.ts';
import { upgradeHeaders } from './testing/way-served.ts';

const path = '/sample/v1/live';
let kit: MemoryKit;
let open: (socket: LiveSocket) => void;
let served: Served;
beforeEach(async () => {
  kit = memoryKit();
  open = () => {};
  const live = mount(liveThings, { open: (socket) => open(socket) });
  served = await serve({
    kit,
    surfaces: [sampleServed],
    endpoints: [...sampleEndpoints({ move: async () => 1 }), live],
  });
});
afterEach(() => served.close());

/** A client’s end, what it has heard, and how it was closed. */
const connect = async (protocols: readonly string[] = ['things.v1'], options: object = {}) => {
  const client = new WebSocket(`wss://localhost:${served.port}${path}`, [...protocols], {
    ...{ ca: served.ca, headers: basic('mover') },
    ...options,
  });
  const heard: string[] = [];
  const closed = new Promise<number>((resolve) => client.on('close', resolve));
  client.on('message', (data) => heard.push(String(data)));
  await new Promise((resolve, reject) => client.on('open', resolve).on('error', reject));
  return { client, heard, closed };
};
const ask = (headers: Record<string, string> = {}, query = '') =>
  served.send({ path: `${path}${query}`, headers: { ...basic('mover'), ...upgradeHeaders(liveThings), ...headers } });

describe('a WebSocket', () => {
  it('carries texts both ways in their order, in the first protocol that both speak', async () => {
    let seen: string | undefined;
    open = (socket) => {
      seen = socket.protocol;
      socket.send('welcome');
      socket.hear(async (text) => {
        await new Promise((resolve) => setTimeout(resolve, text === 'a' ? 20 : 0));
        socket.send(`heard ${text}`);
      });
    };
    const { client, heard } = await connect(['things.v0', 'things.v1', 'things.v2']);
    for (const text of ['a', 'b', 'ü']) client.send(text);
    await vi.waitFor(() => expect(heard).toEqual(['welcome', 'heard a', 'heard b', 'heard ü']));
    expect([seen, client.protocol]).toEqual(['things.v2', 'things.v2']);
    client.close();
  });

  it('is a request as any other until it is one: audited, counted, logged', async () => {
    expect((await ask()).headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^req_/),
      ratelimit: '"endpoint";r=4;t=1',
      'strict-transport-security': expect.any(String),
    });
    expect(kit.audited).toMatchObject([{ event: 'things.watched', outcome: 'ok', status: 101 }]);
    await vi.waitFor(() => expect(kit.requested).toMatchObject([{ endpoint: 'things.live', status: 101 }]));
    for (let i = 0; i < 4; i++) await ask();
    expect(await ask()).toMatchObject({ status: 429, json: { error: 'rate_limit_exceeded' } });
  });

  it('is refused by an ordinary answer, in the order of every request', async () => {
    const refusals: readonly [number, string, Record<string, string>, string?][] = [
      [401, 'unauthenticated', { authorization: 'x', 'sec-websocket-version': '8' }],
      [403, 'forbidden', { ...basic('looker'), origin: 'https://evil.example' }],
      [403, 'foreign_origin', { origin: 'https://evil.example' }],
      [403, 'foreign_origin', { origin: `http://localhost:${served.port}` }],
      [403, 'foreign_origin', { origin: 'null' }],
      [426, 'upgrade_required', { 'sec-websocket-version': '8' }],
      [400, 'invalid_request', { 'sec-websocket-key': 'short' }],
      [400, 'invalid_request', { 'sec-websocket-protocol': 'things.v0' }],
      [400, 'invalid_request', {}, `?colour=${'x'.repeat(21)}`],
    ];
    for (const [status, error, headers, query] of refusals) {
      await kit.clock.advance(Seconds(1));
      expect(await ask(headers, query), `${status} ${JSON.stringify(headers)}`).toMatchObject({
        status,
        json: { error },
      });
    }
    expect(kit.audited.map(({ outcome }) => outcome)).not.toContain('ok');
    expect(kit.logged).toEqual([]);
  });

  it('opens for a page of this host', async () => {
    const { client } = await connect(undefined, { origin: `https://localhost:${served.port}` });
    client.close();
  });

  it('is 426 to whoever asks for no upgrade, and other paths answer an upgrade as ever', async () => {
    const plain = await served.send({ path, headers: basic('mover') });
    expect(plain).toMatchObject({
      status: 426,
      headers: { upgrade: 'websocket' },
      json: { error: 'upgrade_required' },
    });
    const headers = upgradeHeaders(liveThings);
    expect(await served.send({ path: '/sample/v1/health', headers })).toMatchObject({
      status: 200,
      json: { ok: true },
    });
    expect(await served.send({ path: '/sample/v1/nowhere', headers })).toMatchObject({ status: 404 });
    expect(
      await served.send({ path, headers: { ...basic('mover'), connection: 'Upgrade', upgrade: 'h2c' } }),
    ).toMatchObject({
      status: 426,
    });
  });

  it('hears what came right behind the request', async () => {
    let heard: string | undefined;
    open = (socket) =>
      socket.hear((text) => {
        heard = text;
      });
    const lines = Object.entries({ host: 'localhost', ...basic('mover'), ...upgradeHeaders(liveThings) });
    const head = `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    const frame = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69, 0x88, 0x80, 0, 0, 0, 0]);
    expect(await converse(served, [Buffer.concat([Buffer.from(head), frame])])).toMatch(/^HTTP\/1.1 101 /);
    expect(heard).toBe('hi');
  });

  it('ends with 1009 at a message that is too long, 1003 at bytes, 1011 where the handler fails', async () => {
    let failing = false;
    open = (socket) =>
      socket.hear(() => {
        if (failing) throw new Error('no');
      });
    const long = await connect();
    long.client.send('x'.repeat(1_000));
    long.client.send('x'.repeat(1_001));
    expect(await long.closed).toBe(1009);
    const bytes = await connect();
    bytes.client.send(Buffer.from('x'));
    expect(await bytes.closed).toBe(1003);
    failing = true;
    const unlucky = await connect();
    unlucky.client.send('x');
    expect(await unlucky.closed).toBe(1011);
    expect(kit.logged).toMatchObject([{ level: 'error', message: 'a message could not be dealt with' }]);
  });

  it('says to its handler that it is closed, by whomever, and leaves no timer', async () => {
    let socket: LiveSocket | undefined;
    open = (opened) => {
      socket = opened;
    };
    const { client } = await connect();
    expect(socket?.signal.aborted).toBe(false);
    client.terminate();
    await vi.waitFor(() => expect(socket?.signal.aborted).toBe(true));
    expect(kit.clock.pendingTimers).toBe(0);
    socket?.send('to nobody');
  });

  it('ends where nobody answers its pings, and goes on where somebody does', async () => {
    const dead = await connect(undefined, { autoPong: false });
    const alive = await connect();
    let pings = 0;
    dead.client.on('ping', () => pings++);
    alive.client.on('ping', () => pings++);
    await kit.clock.advance(Seconds(15));
    await vi.waitFor(() => expect(pings).toBe(2));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await kit.clock.advance(Seconds(15));
    expect(await dead.closed).toBe(1006);
    await vi.waitFor(() => expect(pings).toBe(3));
    expect(alive.client.readyState).toBe(WebSocket.OPEN);
    alive.client.close();
  });

  it('ends where a client does not read what it is sent', async () => {
    let socket: LiveSocket | undefined;
    open = (opened) => {
      socket = opened;
    };
    const { client } = await connect();
    client.pause();
    for (let i = 0; i < 20_000 && socket?.signal.aborted === false; i++) {
      socket.send('x'.repeat(10_000));
      if (i % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(socket?.signal.aborted).toBe(true);
    expect(kit.logged).toMatchObject([{ level: 'warn', message: 'a client does not read its socket' }]);
    client.terminate();
  });

  it('is closed with 1001 when the server is to stop, and cut off where the client does not answer that', async () => {
    const polite = await connect();
    const rude = await connect();
    rude.client.pause();
    const stopped = served.close();
    expect(await polite.closed).toBe(1001);
    await kit.clock.advance(Seconds(10));
    await stopped;
    expect(kit.clock.pendingTimers).toBe(0);
    rude.client.terminate();
  });

  it('counts as a connection for as long as it is open, however silent: there are no more than the listener takes', async () => {
    const small = await serve({
      kit,
      surfaces: [sampleServed],
      endpoints: [mount(liveThings, { open: () => undefined })],
      limits: { connectionsMax: 3 },
    });
    const opened = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const client = new WebSocket(`wss://localhost:${small.port}${path}`, ['things.v1'], {
          ...{ ca: small.ca, headers: basic('mover') },
        });
        await new Promise((resolve) => client.on('open', resolve));
        return client;
      }),
    );
    const one = new WebSocket(`wss://localhost:${small.port}${path}`, ['things.v1'], {
      ca: small.ca,
      headers: basic('mover'),
    });
    const refused = await new Promise((resolve) =>
      one.on('open', () => resolve(false)).on('error', () => resolve(true)),
    );
    expect(refused).toBe(true);
    for (const client of opened) client.terminate();
    await small.close();
  });

  it('is closed with the code that its endpoint says for a server that is to stop', async () => {
    const coming = {
      ...liveThings.success,
      socket: { protocols: ['things.v1'] as const, messageBytes: 10, leavingCode: 1012 },
    };
    const endpoint = mount({ ...liveThings, success: coming } as typeof liveThings, { open: () => undefined });
    const stopping = await serve({ kit, surfaces: [sampleServed], endpoints: [endpoint] });
    const client = new WebSocket(`wss://localhost:${stopping.port}${path}`, ['things.v1'], {
      ...{ ca: stopping.ca, headers: basic('mover') },
    });
    await new Promise((resolve) => client.on('open', resolve));
    const closed = new Promise((resolve) => client.on('close', resolve));
    await stopping.close();
    expect(await closed).toBe(1012);
  });

  it('asks other endpoints for its client, by the one path: gate, limit, audit', async () => {
    let socket: LiveSocket | undefined;
    open = (opened) => {
      socket = opened;
    };
    const { client } = await connect();
    const others = sampleEndpoints({ move: async () => 1 });
    const moved = others.find(({ declaration }) => declaration.id === 'things.list') ?? others[0];
    const ran = moved && (await socket?.ask(moved, {}));
    expect(ran?.caller).toMatchObject({ actor: 'key:mover' });
    expect(ran?.headers).toMatchObject({ RateLimit: expect.any(String) });
    client.close();
  });

  it('says what waits for a client that does not read, and when nothing does any more', async () => {
    let socket: LiveSocket | undefined;
    open = (opened) => {
      socket = opened;
    };
    const { client } = await connect();
    let drained = 0;
    socket?.onDrained(() => drained++);
    socket?.send('x');
    await vi.waitFor(() => expect(drained).toBeGreaterThan(0));
    client.pause();
    for (let i = 0; i < 2_000 && (socket?.waiting() ?? 0) < 100_000; i++) {
      socket?.send('x'.repeat(10_000));
      if (i % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(socket?.waiting()).toBeGreaterThan(10_000);
    drained = 0;
    client.resume();
    await vi.waitFor(() => expect([drained > 0, socket?.waiting()]).toEqual([true, 0]));
    client.close();
  });

  it('is documented with its protocols, and declared as a GET that is answered 101', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a document is looked into at every depth.
    const { get } = (openApiOf(sampleSurface, [liveThings]) as any).paths[path];
    expect(Object.keys(get.responses)).toEqual(['101', '400', '401', '403', '426', '429', '500']);
    expect(get.parameters.map(({ name }: { name: string }) => name)).toEqual(['colour', 'Sec-WebSocket-Protocol']);
    const { surface: _surface, ...declared } = liveThings;
    const success = { ...liveThings.success, status: 200 };
    expect(() => endpointsFor(sampleSurface)()({ ...declared, success } as never)).toThrow('answered 101');
  });
});
