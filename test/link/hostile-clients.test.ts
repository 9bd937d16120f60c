// @module-tag long
// @module-tag waiting
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type Socket, connect as tcpConnect } from 'node:net';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROKERS, type TestBroker } from './brokers.ts';
import { afterLogin, connectPacket, mutated, packet, seeded, utf8 } from './mqtt-bytes.ts';
import { connectBox, newBox, rawClient, untilConnected } from './scripted-box.ts';

const raw = (at: TestBroker, options: { localAddress?: string } = {}): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const socket = tlsConnect(
      { host: '127.0.0.1', port: at.port, servername: 'localhost', ca: at.caPem, ...options },
      () => resolve(socket),
    );
    socket.on('error', reject);
  });
const ended = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.removeAllListeners('error');
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
    socket.resume();
  });
const residentBytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;
describe.each(BROKERS)('hostile clients of $name', ({ start }) => {
  let at: TestBroker;
  beforeAll(async () => {
    at = await start();
  });
  afterAll(() => at.stop());
  const stillServes = async () => {
    const connected = await connectBox(at, newBox());
    await connected.beacon();
    await connected.close();
  };

  it('an announcement of 255 MB is cut off before it is collected', async () => {
    const before = residentBytes(at.pid);
    const socket = await raw(at);
    const gone = ended(socket);
    const began = systemClock.monoMs();
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
    socket.write(Buffer.alloc(1_000_000));
    await gone;
    expect(systemClock.monoMs() - began).toBeLessThan(1_000);
    expect(residentBytes(at.pid) - before).toBeLessThan(100_000_000);
    await stillServes();
  });

  it('a large packet after a login is cut off too', async () => {
    const box = newBox();
    const socket = await raw(at);
    socket.write(connectPacket(box.boxId, at.tokens.issue(box.boxId, 'mqtt').token));
    await new Promise((resolve) => socket.once('data', resolve));
    const gone = ended(socket);
    socket.write(Buffer.from([0x32, 0xff, 0xff, 0x7f]));
    await gone;
    await stillServes();
  });

  it('a topic of 150 levels ends the connection, not the broker', async () => {
    const deep = Array.from({ length: 150 }, () => 'x').join('/');
    for (const send of [packet(0x32, [...utf8(deep), 0, 1, 1]), packet(0x82, [0, 1, ...utf8(deep), 1])]) {
      const box = newBox();
      const socket = await raw(at);
      socket.write(connectPacket(box.boxId, at.tokens.issue(box.boxId, 'mqtt').token));
      await new Promise((resolve) => socket.once('data', resolve));
      const gone = ended(socket);
      socket.write(send);
      await gone;
    }
    await stillServes();
  });

  it('who connects and says nothing is sent away after five seconds', async () => {
    const bare = tcpConnect(at.port, '127.0.0.1');
    const silent = await raw(at);
    await Promise.all([ended(bare), ended(silent)]);
    await stillServes();
  });

  it('an empty client id with a kept session is refused with code 2', async () => {
    const socket = await raw(at);
    const answer = new Promise<Buffer>((resolve) => socket.once('data', resolve));
    socket.write(packet(0x10, [...utf8('MQTT'), 4, 0, 0, 30, ...utf8('')]));
    expect([...(await answer)]).toEqual([0x20, 2, 0, 2]);
    await ended(socket);
  });

  it('10,000 mutated packets leave the broker serving', async () => {
    const random = seeded(7);
    const upTo = (n: number) => Math.floor(random() * n);
    const mutate = (bytes: Buffer) => mutated(bytes, random);
    const session = async (login: 'good' | 'mutated') => {
      const box = newBox();
      const hello = connectPacket(box.boxId, at.tokens.issue(box.boxId, 'mqtt').token);
      // Failed logins make an address wait, so those come from all over the loopback network.
      const socket = await raw(
        at,
        login === 'good' ? {} : { localAddress: `127.${upTo(250)}.${upTo(250)}.${1 + upTo(250)}` },
      );
      const gone = ended(socket);
      socket.write(login === 'good' ? hello : mutate(random() < 0.8 ? hello : connectPacket('', '', 0)));
      if (login === 'good') await new Promise((resolve) => socket.once('data', resolve));
      const corpus = afterLogin(box.boxId);
      const packets = Array.from({ length: 10 }, () => mutate(corpus[upTo(corpus.length)] ?? hello));
      for (const bytes of packets) if (socket.writable) socket.write(bytes);
      socket.end();
      await gone;
    };
    for (let i = 0; i < 250; i++)
      await Promise.all([session('good'), session('mutated'), session('good'), session('mutated')]);
    await stillServes();
  });

  it('N2 250 silent and slow connections from the gym’s own address do not keep its box out', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 250 }, async (_, i) => {
        const socket = tcpConnect(at.port, '127.0.0.1').on('error', () => undefined);
        await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
        if (i % 2 === 0) socket.write(Buffer.from('160301', 'hex'));
        return socket;
      }),
    );
    await stillServes();
    for (const socket of sockets) socket.destroy();
  });

  it('N8 who fails to log in again and again is slowed down, and a token that holds gets in from the same address', async () => {
    const other = await start();
    const guess = async (clientId: string) => {
      const began = systemClock.monoMs();
      const client = rawClient(other, { clientId, username: clientId, password: 'x' });
      const error = await untilConnected(client).then(
        () => undefined,
        (e: Error) => e.message,
      );
      await client.endAsync(true);
      expect(error).toMatch(/bad user ?name or password/i);
      return systemClock.monoMs() - began;
    };
    const { boxId } = newBox();
    for (let i = 0; i < 3; i++) await guess(boxId);
    await Promise.all(Array.from({ length: 25 }, () => guess(newBox().boxId)));
    const slowed = guess(boxId);
    const began = systemClock.monoMs();
    const connected = await connectBox(other, newBox());
    await connected.close();
    expect(systemClock.monoMs() - began).toBeLessThan(1_500);
    expect(await slowed).toBeGreaterThan(200);
    await other.stop();
  });
});
