// @module-tag long
// @module-tag waiting
import { once } from 'node:events';
import { type Socket, connect as tcpConnect } from 'node:net';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { aBroker, closed, type TestBroker, until } from '@gatehouse/edge/broker/broker.kit.ts';
import { createMqttReaders } from '@gatehouse/edge/readers/mqtt/mqtt-readers.ts';
import { EventId } from '@gatehouse/shared/ids/ids.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { MqttClient } from 'mqtt';
import { afterEach, describe, expect, it } from 'vitest';
import { connectPacket, mutated, packet, seeded, utf8 } from './mqtt-bytes.ts';

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const READERS = 100;
/** From where the hostile one comes: another address each time, so that no wait of an address holds it back. */
const hostileAddress = (() => {
  let turn = 0;
  return () => `127.0.66.${1 + (turn++ % 200)}`;
})();
/** What is held on to, without what is only waiting to be collected. */
const heldMb = (): number => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
};

let broker: TestBroker;
afterEach(() => broker.close());

const up = (name: string, message: string) => `gh/local/v1/client/${name}/up/${message}`;
const down = (name: string, filter: string) => `gh/local/v1/client/${name}/down/${filter}`;

const raw = (localAddress = hostileAddress()): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: broker.port, ca: broker.authority.certificatePem, localAddress };
    const socket = tlsConnect(options, () => resolve(socket));
    socket.once('error', reject);
    socket.on('error', () => {});
  });
const sent = (socket: Socket, bytes: Buffer): void => {
  if (socket.writable) socket.write(bytes);
};
const loggedIn = async (name: string, localAddress = hostileAddress()): Promise<TLSSocket> => {
  const socket = await raw(localAddress);
  const answer = new Promise<void>((resolve) => {
    socket.once('data', () => resolve());
    socket.once('close', () => resolve());
  });
  sent(socket, connectPacket(name, broker.password(name)));
  await answer;
  return socket;
};

/** Everything that somebody with one reader's password and bad intentions can do, again and again until told to stop. */
const attacks = (name: string): readonly (() => Promise<void>)[] => {
  const inSession = (send: (socket: TLSSocket) => void) => async () => {
    const socket = await loggedIn(name);
    const gone = closed(socket);
    send(socket);
    await Promise.race([gone, sleep(systemClock, Milliseconds(200))]);
    socket.destroy();
  };
  const publish = (topic: string, payload: string, flags = 0) =>
    packet(0x30 | flags, [...utf8(topic), ...Buffer.from(payload)]);
  const deep = Array.from({ length: 150 }, () => 'x').join('/');
  return [
    inSession((socket) => {
      const present = publish(up(name, 'present'), '{"v":1,"id":"1","by":"card","card":"04"}');
      sent(socket, Buffer.concat(Array.from({ length: 5_000 }, () => present)));
    }),
    inSession((socket) => sent(socket, Buffer.concat(Array.from({ length: 20_000 }, () => packet(0xc0, []))))),
    inSession((socket) => sent(socket, publish(deep, '{}'))),
    inSession((socket) => sent(socket, packet(0x82, [0, 1, ...utf8(deep), 1]))),
    inSession((socket) => sent(socket, packet(0x82, [0, 1, ...utf8('#'), 1, ...utf8('gh/#'), 1, ...utf8('+/+'), 1]))),
    inSession((socket) => sent(socket, publish(down('reader-1', 'result'), '{"granted":true}', 1))),
    inSession((socket) => sent(socket, publish(up('reader-1', 'present'), '{}'))),
    inSession((socket) => sent(socket, Buffer.from([0x32, 0xff, 0xff, 0x7f]))),
    async () => {
      const socket = await raw();
      const gone = closed(socket);
      sent(socket, Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
      sent(socket, Buffer.alloc(1_000_000));
      await gone;
    },
    async () => {
      // Byte by byte, so that it never ends: five seconds, then it is over.
      const socket = await raw();
      const hello = connectPacket(name, 'x');
      for (const byte of hello.subarray(0, 12)) {
        sent(socket, Buffer.of(byte));
        await sleep(systemClock, Milliseconds(20));
      }
    },
    async () =>
      void tcpConnect({ port: broker.port, host: '127.0.0.1', localAddress: hostileAddress() }).on('error', () => {}),
  ];
};

describe('the local broker among 100 readers, one of them hostile', () => {
  it('answers the others as if there were no such reader, and does not grow', async () => {
    broker = await aBroker({
      strangersOfANetwork: READERS + 20,
      strangers: 2 * READERS,
      connectsAnAddress: { perSecond: 20, burst: 200 },
      floodedOutMs: 50,
    });
    const names = Array.from({ length: READERS }, (_, i) => `reader-${i}`);
    for (const name of [...names, 'hostile']) broker.add(name, 'reader');
    let presented = 0;
    const readers = createMqttReaders({
      local: broker.hub,
      readers: () => broker.clients.list(),
      present: async () => {
        presented += 1;
        await sleep(systemClock, Milliseconds(2));
        const entryId = EventId.parse('evt_0123456789abcdef');
        return { entryId, granted: true, reason: 'granted', message: 'Welcome.' };
      },
      clock: systemClock,
      log: quiet as never,
    });
    const clients: MqttClient[] = [];
    const waiting = new Map<string, () => void>();
    for (const name of names) {
      const client = await broker.join(name);
      client.on('message', (_topic, payload) => waiting.get(`${name} ${JSON.parse(payload.toString()).id}`)?.());
      await client.subscribeAsync(down(name, '+'), { qos: 1 });
      clients.push(client);
    }
    const ask = async (at: number, id: string): Promise<number> => {
      const name = names[at]!;
      const beganMs = systemClock.monoMs();
      const answered = new Promise<void>((resolve) => waiting.set(`${name} ${id}`, resolve));
      clients[at]!.publish(up(name, 'present'), JSON.stringify({ v: 1, id, by: 'card', card: '04A2' }), { qos: 1 });
      await Promise.race([
        answered,
        sleep(systemClock, Seconds(5)).then(() => {
          throw new Error(`${name} was not answered`);
        }),
      ]);
      waiting.delete(`${name} ${id}`);
      return systemClock.monoMs() - beganMs;
    };
    const tookMs = async (rounds: number, tag: string): Promise<number[]> => {
      const all: number[] = [];
      for (let round = 0; round < rounds; round++)
        for (let at = 0; at < READERS; at += 10) {
          all.push(...(await Promise.all(Array.from({ length: 10 }, (_, i) => ask(at + i, `${tag}${round}`)))));
          // Two people a second at each reader: more than there are, and within what a reader may send.
          await sleep(systemClock, Milliseconds(50));
        }
      return all.sort((a, b) => a - b);
    };
    const share = (sorted: number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;

    const calm = await tookMs(4, 'a');
    const before = heldMb();
    let going = true;
    let attacked = 0;
    const hostile = Promise.all(
      attacks('hostile').map(async (attack) => {
        while (going) {
          await attack().catch(() => {});
          attacked += 1;
          await sleep(systemClock, Milliseconds(5));
        }
      }),
    );
    const beganMs = systemClock.monoMs();
    const besieged: number[] = [];
    try {
      for (let round = 0; systemClock.monoMs() - beganMs < 6_000; round++)
        besieged.push(...(await tookMs(1, `b${round}-`)));
    } finally {
      going = false;
      await hostile;
    }
    besieged.sort((a, b) => a - b);
    const grownMb = heldMb() - before;
    expect(attacked).toBeGreaterThan(50);
    expect(share(calm, 0.99)).toBeLessThan(250);
    expect(share(besieged, 0.99)).toBeLessThan(250);
    expect(grownMb).toBeLessThan(20);
    expect(clients.every((client) => client.connected)).toBe(true);
    expect(broker.retained.forgottenTopics()).toEqual([]);
    // The flood itself was cut off long before its 5,000 presentations were decided.
    expect(presented).toBeLessThan(calm.length + besieged.length + 40 * 30);
    readers.close();
  });

  it('closes a connection that announces 255 MB before it says who it is, within 100 ms and without collecting it', async () => {
    broker = await aBroker();
    const before = process.memoryUsage().arrayBuffers;
    const socket = await raw();
    const gone = closed(socket);
    const beganMs = systemClock.monoMs();
    sent(socket, Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]));
    await gone;
    expect(systemClock.monoMs() - beganMs).toBeLessThan(100);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000);
  });

  it('sends away who connects and says nothing, and who says it byte by byte', async () => {
    broker = await aBroker();
    const bare = tcpConnect(broker.port, '127.0.0.1');
    bare.on('error', () => {});
    const silent = await raw();
    const slow = await raw();
    const drip = systemClock.every(Milliseconds(300), () => sent(slow, Buffer.of(0x10)));
    sent(slow, Buffer.of(0x10, 0x7f));
    await Promise.all([new Promise((resolve) => bare.once('close', resolve)), closed(silent), closed(slow)]);
    drip.cancel();
  });

  it('N8 slows down who guesses passwords, and lets in who has the right one, at the same address too', async () => {
    broker = await aBroker();
    broker.add('reader-1', 'reader');
    const guess = async () => {
      const began = systemClock.monoMs();
      const socket = await raw('127.0.0.1');
      const answer = new Promise<string>((resolve) => {
        socket.once('data', (bytes) => resolve(`code ${bytes[3]}`));
        socket.once('close', () => resolve('not even heard'));
      });
      sent(socket, connectPacket('reader-1', 'guess'));
      expect(await answer).toBe('code 4');
      return systemClock.monoMs() - began;
    };
    const waits = await Promise.all(Array.from({ length: 6 }, guess));
    expect(Math.max(...waits)).toBeGreaterThan(500);
    const slowed = guess();
    expect((await broker.join('reader-1')).connected).toBe(true);
    expect(await slowed).toBeGreaterThan(500);
  });

  it('N2 lets a client in although 150 silent and slow connections come from its own address', async () => {
    broker = await aBroker({ strangers: 40, strangersOfANetwork: 16, connectsAnAddress: { perSecond: 5, burst: 64 } });
    broker.add('reader-1', 'reader');
    const sockets = await Promise.all(
      Array.from({ length: 150 }, async (_, i) => {
        const socket = tcpConnect({ port: broker.port, host: '127.0.0.1' }).on('error', () => {});
        await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
        if (i % 5 === 0) socket.write(Buffer.from('160301', 'hex'));
        return socket;
      }),
    );
    expect((await broker.join('reader-1')).connected).toBe(true);
    for (const socket of sockets) socket.destroy();
  });

  it('[F4] serves on after 20,000 mutated packets', async () => {
    broker = await aBroker({ connectsAnAddress: { perSecond: 1_000, burst: 10_000 }, floodedOutMs: 0 });
    const kinds = ['controller', 'reader', 'observer'] as const;
    for (const kind of kinds) for (const n of [1, 2]) broker.add(`${kind}-${n}`, kind);
    const random = seeded(11);
    const upTo = (n: number) => Math.floor(random() * n);
    const mutate = (bytes: Buffer) => mutated(bytes, random);
    const corpus = (name: string) => [
      packet(0x32, [...utf8(up(name, 'state')), 0, 7, ...Buffer.from('{"v":1}')]),
      packet(0x32, [...utf8(up(name, 'present')), 0, 7, ...Buffer.from('{"v":1,"id":"1","by":"qr","text":"x"}')]),
      packet(0x34, [...utf8(up(name, 'confirm')), 0, 8, 1]),
      packet(0x31, [...utf8(up(name, 'beacon')), 1]),
      packet(0x82, [0, 9, ...utf8(down(name, '+')), 1]),
      packet(0x82, [0, 9, ...utf8('gh/local/v1/door/#'), 0, ...utf8('homeassistant/#'), 2]),
      packet(0xa2, [0, 10, ...utf8(down(name, '+'))]),
      packet(0x40, [0, 1]),
      packet(0x62, [0, 8]),
      packet(0x50, [0, 8]),
      packet(0x70, [0, 8]),
      packet(0xc0, []),
      packet(0xe0, []),
    ];
    let packets = 0;
    const session = async (name: string, login: 'good' | 'mutated') => {
      // Failed logins make an address wait, so those come from all over the loopback network.
      const from = login === 'good' ? '127.0.0.1' : `127.${upTo(250)}.${upTo(250)}.${1 + upTo(250)}`;
      const hello = connectPacket(name, broker.password(name));
      const socket = login === 'good' ? await loggedIn(name, from) : await raw(from);
      const gone = closed(socket);
      if (login === 'mutated') sent(socket, mutate(random() < 0.8 ? hello : connectPacket('', '', 0)));
      const all = corpus(name);
      for (let i = 0; i < 10; i++) {
        sent(socket, mutate(all[upTo(all.length)] ?? hello));
        packets += 1;
      }
      socket.end();
      await Promise.race([gone, sleep(systemClock, Seconds(6))]);
      socket.destroy();
    };
    for (let i = 0; i < 500; i++) {
      const kind = kinds[i % kinds.length]!;
      await Promise.all([
        session(`${kind}-1`, 'good'),
        session(`${kind}-1`, 'mutated'),
        session(`${kind}-2`, 'good'),
        session(`${kind}-2`, 'mutated'),
      ]);
    }
    expect(packets).toBe(20_000);
    broker.add('afterwards', 'reader');
    const client = await broker.join('afterwards');
    await client.subscribeAsync(down('afterwards', '+'), { qos: 1 });
    let heard = false;
    client.on('message', () => {
      heard = true;
    });
    await until(() => broker.hub.connected('afterwards'), 'it is there');
    broker.hub.send('afterwards', { name: 'result', payload: {} });
    await until(() => heard, 'it hears the box');
  });
});
