import { connect as tcpConnect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { newServerCertificate } from '@gatehouse/shared/tls/certificates.ts';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aBroker, closed, type TestBroker, until } from './broker.kit.ts';

let broker: TestBroker;
const DOOR_STATE = 'gh/local/v1/door/door_0123456789abcdef/state';
beforeAll(async () => {
  broker = await aBroker();
  for (const name of ['front-controller', 'back-controller']) broker.add(name, 'controller');
  for (const name of ['front-reader', 'back-reader']) broker.add(name, 'reader');
  broker.add('dashboard', 'observer');
});
afterAll(() => broker.close());

/** The CONNACK code that a login is refused with. */
const refusedWith = (joining: Promise<MqttClient>): Promise<number | string | undefined> =>
  joining.then(
    () => 'let in',
    (error: { code?: number | string }) => error.code,
  );

describe('who the local broker lets in', () => {
  it('speaks nothing without TLS', async () => {
    const plain = tcpConnect(broker.port, '127.0.0.1');
    plain.write(Buffer.from('101000044d5154540402003c0004646173680000', 'hex'));
    const answer = await new Promise<Buffer>((resolve) => {
      const chunks: Buffer[] = [];
      plain.on('data', (chunk) => chunks.push(chunk)).on('error', () => {});
      plain.on('close', () => resolve(Buffer.concat(chunks)));
    });
    expect(answer.subarray(0, 1).equals(Buffer.of(0x20))).toBe(false);
  });

  it('asks everybody for a password of their own', async () => {
    expect(await refusedWith(broker.join('front-reader', { password: 'wrong' }))).toBe(4);
    expect(await refusedWith(broker.join('nobody'))).toBe(4);
    expect(await refusedWith(broker.join('front-reader', { password: broker.password('back-reader') }))).toBe(4);
    const client = await broker.join('front-reader');
    expect(client.connected).toBe(true);
    await client.endAsync();
  });

  it('keeps no session: neither under a name nor, as MQTT-3.1.3-8 wants, without one', async () => {
    expect(await refusedWith(broker.join('front-reader', { clean: false }))).toBe(5);
    const socket = await broker.socket();
    socket.write(Buffer.from('100c00044d5154540400003c0000', 'hex'));
    const [answer] = await Promise.all([
      new Promise<Buffer>((resolve) => socket.once('data', resolve)),
      closed(socket),
    ]);
    expect([...answer]).toEqual([0x20, 2, 0, 2]);
  });

  it('lets nobody end the session of another by taking its client id', async () => {
    const reader = await broker.join('front-reader');
    expect(await refusedWith(broker.join('dashboard', { clientId: 'front-reader' }))).toBe(2);
    expect(await refusedWith(broker.join('back-reader', { clientId: 'something-else' }))).toBe(2);
    expect(reader.connected).toBe(true);
    await reader.endAsync();
  });

  it('ends the older of two sessions of one client (MQTT-3.1.4-2)', async () => {
    const older = await broker.join('front-reader');
    const ended = closed(older);
    const younger = await broker.join('front-reader');
    await ended;
    expect(younger.connected).toBe(true);
    expect(broker.hub.sessions('front-reader')).toBe(1);
    await younger.endAsync();
  });

  it('gives an observer three sessions under names that it makes up', async () => {
    const three = await Promise.all(['a', 'b', 'c'].map((clientId) => broker.join('dashboard', { clientId })));
    expect(await refusedWith(broker.join('dashboard', { clientId: 'd' }))).toBe(3);
    await Promise.all(three.map((client) => client.endAsync()));
    await until(() => broker.hub.sessions('dashboard') === 0, 'the sessions end');
  });

  it('authorises the will as what it is: a message', async () => {
    const will = (topic: string, retain = false) => ({
      will: { topic, payload: Buffer.from('x'), qos: 0 as const, retain },
    });
    const foreign = 'gh/local/v1/client/back-controller/up/state';
    expect(await refusedWith(broker.join('front-controller', will(foreign)))).toBe(5);
    expect(
      await refusedWith(broker.join('front-controller', will('gh/local/v1/client/front-controller/down/command'))),
    ).toBe(5);
    expect(
      await refusedWith(broker.join('front-controller', will('gh/local/v1/client/front-controller/up/state', true))),
    ).toBe(5);
    const mine = await broker.join('front-controller', will('gh/local/v1/client/front-controller/up/state'));
    await mine.endAsync();
  });

  it('lets a removed client go at once, and not in again', async () => {
    broker.add('leaver', 'controller');
    const client = await broker.join('leaver');
    await until(() => broker.hub.connected('leaver'), 'it is there');
    const ended = closed(client);
    broker.clients.remove('leaver');
    await ended;
    expect(await refusedWith(broker.join('leaver'))).toBe(4);
    await until(() => broker.presence.includes('leaver: it was removed'), 'it is told that the client is gone');
  });

  it('shows a renewed certificate to whoever comes next, and keeps who is there', async () => {
    const client = await broker.join('front-controller');
    const renewed = await newServerCertificate(broker.authority, ['localhost', '127.0.0.1'], systemClock.wallMs());
    broker.renew(renewed);
    const shown = await new Promise<string>((resolve) => {
      const socket = tlsConnect({ host: '127.0.0.1', port: broker.port, ca: broker.authority.certificatePem }, () => {
        resolve(socket.getPeerX509Certificate()?.toString() ?? '');
        socket.destroy();
      });
    });
    expect(renewed.certificatePem.replace(/\s/g, '')).toContain(shown.replace(/\s/g, ''));
    expect(client.connected).toBe(true);
    await client.endAsync();
  });
});

describe('what the local broker lets its clients do', () => {
  it('carries a client’s messages to the box, and the box’s to that client alone', async () => {
    const heard: unknown[] = [];
    const stop = broker.hub.listen('front-controller', { onMessage: (name, payload) => heard.push([name, payload]) });
    const controller = await broker.join('front-controller');
    const other = await broker.join('back-controller');
    const got: string[] = [];
    for (const [client, name] of [
      [controller, 'front'],
      [other, 'back'],
    ] as const) {
      client.on('message', (topic, payload, packet) => got.push(`${name} ${topic} ${payload} ${packet.retain}`));
      await client.subscribeAsync(`gh/local/v1/client/${name}-controller/down/+`, { qos: 1 });
    }
    await controller.publishAsync('gh/local/v1/client/front-controller/up/beacon', '{"v":1}', { qos: 1 });
    await until(() => heard.length === 1, 'the box hears the controller');
    expect(heard).toEqual([['beacon', { v: 1 }]]);
    expect(broker.hub.send('front-controller', { name: 'command', payload: { id: 1 } })).toBe(true);
    await until(() => got.length === 1, 'the controller hears the box');
    expect(got).toEqual(['front gh/local/v1/client/front-controller/down/command {"id":1} false']);
    stop();
    await Promise.all([controller.endAsync(), other.endAsync()]);
    expect(broker.hub.send('front-controller', { name: 'command', payload: { id: 2 } })).toBe(false);
  });

  it('loses nothing of what leaves for a client at the same instant, whatever it is', async () => {
    const controller = await broker.join('front-controller');
    const got: string[] = [];
    controller.on('message', (topic, payload) => got.push(`${topic.split('/').at(-1)} ${payload}`));
    await controller.subscribeAsync('gh/local/v1/client/front-controller/down/+', { qos: 1 });
    const expected: string[] = [];
    for (let i = 0; i < 100; i++) {
      for (const name of ['command', 'report'] as const) {
        broker.hub.send('front-controller', { name, payload: { i } });
        expected.push(`${name} {"i":${i}}`);
      }
      broker.retained.set(DOOR_STATE, { i });
      if (i % 10 === 0) await controller.subscribeAsync('gh/local/v1/client/front-controller/down/command', { qos: 0 });
    }
    await until(() => new Set(got).size === expected.length, 'all of it arrives');
    broker.retained.set(DOOR_STATE, undefined);
    await controller.endAsync();
  });

  it.each([
    ['front-controller', 'gh/local/v1/client/back-controller/up/state', 'another’s topic'],
    ['front-controller', 'gh/local/v1/client/front-controller/down/command', 'the box’s part'],
    ['front-controller', 'gh/local/v1/client/front-controller/up/present', 'what readers say'],
    ['front-reader', 'gh/local/v1/client/back-reader/up/present', 'for another reader'],
    ['dashboard', 'gh/local/v1/client/front-controller/down/command', 'an order'],
    ['dashboard', DOOR_STATE, 'a door’s state'],
    ['dashboard', 'homeassistant/lock/x/config', 'a discovery'],
    ['front-reader', Array(150).fill('a').join('/'), 'a topic of 150 levels'],
  ])('cuts off %s for publishing %s', async (name, topic) => {
    const client = await broker.join(name);
    const ended = closed(client);
    client.publish(topic, '{}', { qos: 0 });
    await ended;
    expect((await broker.join(name)).connected).toBe(true);
  });

  it('cuts off whoever would have a message kept, an order above all', async () => {
    const client = await broker.join('front-controller');
    const ended = closed(client);
    client.publish('gh/local/v1/client/front-controller/up/state', '{}', { qos: 1, retain: true });
    await ended;
    const observer = await broker.join('dashboard');
    const got: string[] = [];
    observer.on('message', (topic) => got.push(topic));
    await observer.subscribeAsync('gh/local/v1/door/#');
    expect(got).toEqual([]);
    await observer.endAsync();
  });

  it('refuses every filter that reaches beyond what is one’s own, and says so with 128', async () => {
    const filters = {
      'front-controller': [
        '#',
        '+/#',
        'gh/#',
        'gh/local/v1/client/+/down/command',
        'gh/local/v1/client/back-controller/down/+',
        DOOR_STATE,
        '$SYS/#',
        '$share/x/gh/#',
      ],
      'front-reader': [
        'gh/local/v1/client/front-reader/up/#',
        'gh/local/v1/client/+/up/present',
        'gh/local/v1/client/front-reader/#',
        'gh/local/v1/door/#',
      ],
      dashboard: [
        '#',
        '+/+/+/+/+',
        'gh/local/v1/#',
        'gh/local/v1/client/#',
        'gh/local/v1/+/front-reader/up/present',
        '$SYS/#',
      ],
    };
    for (const [name, refused] of Object.entries(filters)) {
      const client = await broker.join(name);
      for (const filter of refused) {
        const granted = await client.subscribeAsync(filter, { qos: 1 }).catch((error: Error) => error);
        const codes = Array.isArray(granted) ? granted.map(({ qos }) => qos) : [128];
        expect(codes, `${name} ${filter}`).toEqual([128]);
      }
      await client.endAsync();
    }
  });

  it('keeps the box’s own state for whoever comes later, also over a restart of the broker', async () => {
    broker.retained.set(DOOR_STATE, { lock: 'locked' });
    const seen = async () => {
      const observer = await broker.join('dashboard');
      const got = new Promise<string>((resolve) => {
        observer.on('message', (topic, payload, { retain }) => resolve(`${topic} ${payload} ${retain}`));
      });
      await observer.subscribeAsync('gh/local/v1/door/+/state', { qos: 1 });
      const said = await got;
      await observer.endAsync();
      return said;
    };
    expect(await seen()).toBe(`${DOOR_STATE} {"lock":"locked"} true`);
    await broker.stop();
    broker.retained.set(DOOR_STATE, { lock: 'unlocked' });
    await broker.restart();
    expect(await seen()).toBe(`${DOOR_STATE} {"lock":"unlocked"} true`);
    broker.retained.set(DOOR_STATE, undefined);
  });

  it('lets Home Assistant say that it is there, and lets nobody hear it', async () => {
    const observer = await broker.join('dashboard', {
      clientId: 'made-up-1',
      will: { topic: 'homeassistant/status', payload: Buffer.from('offline'), qos: 0, retain: false },
    });
    const got: string[] = [];
    observer.on('message', (topic) => got.push(topic));
    await observer.subscribeAsync('homeassistant/#');
    await observer.publishAsync('homeassistant/status', 'online', { qos: 1 });
    await observer.publishAsync('homeassistant/status', 'online', { qos: 1 });
    expect([observer.connected, got]).toEqual([true, []]);
    await observer.endAsync();
  });

  it('tells whoever subscribes what was there once and is gone', async () => {
    broker.retained.forgotten('homeassistant/sensor/old/config');
    const observer = await broker.join('dashboard');
    const got: string[] = [];
    observer.on('message', (topic, payload) => got.push(`${topic} ${payload.length}`));
    await observer.subscribeAsync('homeassistant/+/+/config');
    await until(() => got.length === 1, 'it is told');
    expect(got).toEqual(['homeassistant/sensor/old/config 0']);
    await observer.endAsync();
  });

  it('answers a ping and lets go of who stays silent beyond its keepalive', async () => {
    const client = await broker.join('front-reader', { keepalive: 1, reschedulePings: false });
    const ended = closed(client);
    await until(() => client.connected, 'it is there');
    (client as unknown as { sendPing(): void }).sendPing = () => {};
    clearInterval((client as unknown as { keepaliveManager?: { timerId?: never } }).keepaliveManager?.timerId);
    (client as unknown as { keepaliveManager?: { destroy(): void } }).keepaliveManager?.destroy();
    await ended;
  });
});
