import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aBroker, closed, type TestBroker, until } from './broker.kit.ts';

/** What MQTT 3.1.1 asks of a broker, byte for byte, where a client library would hide it. */
let broker: TestBroker;
beforeAll(async () => {
  broker = await aBroker();
  broker.add('one', 'controller');
  broker.add('eye', 'observer');
});
afterAll(() => broker.close());

const text = (value: string): number[] => [value.length >> 8, value.length & 0xff, ...Buffer.from(value)];
const packet = (type: number, ...parts: readonly (readonly number[])[]): Buffer => {
  const body = parts.flat();
  const length = body.length < 128 ? [body.length] : [(body.length & 0x7f) | 0x80, body.length >> 7];
  return Buffer.from([type, ...length, ...body]);
};
const connect = (name: string, { level = 4, flags = 0xc2, will = [] as number[], protocol = 'MQTT' } = {}): Buffer =>
  packet(0x10, text(protocol), [level, flags, 0, 60], text(name), will, text(name), text(broker.password(name)));

/** A conversation byte by byte: what came back so far, and how to wait for more. */
const talk = async () => {
  const socket: TLSSocket = await broker.socket();
  let came: number[] = [];
  let over = false;
  socket.on('data', (bytes) => {
    came = [...came, ...bytes];
  });
  socket.on('close', () => {
    over = true;
  });
  return {
    say: (...bytes: readonly Buffer[]) => void socket.write(Buffer.concat(bytes)),
    hears: async (...expected: readonly number[]) => {
      await until(() => came.length >= expected.length, `${expected}; came ${came}`);
      expect(came.slice(0, expected.length)).toEqual(expected);
      came = came.slice(expected.length);
    },
    isCutOff: async () => {
      await closed(socket);
      expect(over).toBe(true);
    },
    end: () => socket.destroy(),
  };
};
const CONNACK = [0x20, 2, 0, 0];
const UP = 'gh/local/v1/client/one/up/';
const DOWN = 'gh/local/v1/client/one/down/';

describe('MQTT 3.1.1 at the local broker', () => {
  it('[MQTT-3.1.0-1] closes a connection whose first packet is no CONNECT', async () => {
    const client = await talk();
    client.say(packet(0xc0));
    await client.isCutOff();
  });

  it('[MQTT-3.1.0-2] closes a connection at its second CONNECT', async () => {
    const client = await talk();
    client.say(connect('one'));
    await client.hears(...CONNACK);
    client.say(connect('one'));
    await client.isCutOff();
  });

  it('[MQTT-3.1.2-2] answers another protocol level with code 1 or hangs up', async () => {
    const client = await talk();
    client.say(connect('one', { level: 9 }));
    await client.isCutOff();
  });

  it('[MQTT-3.2.2-1] says that no session was kept', async () => {
    const client = await talk();
    client.say(connect('one'));
    await client.hears(...CONNACK);
    client.end();
  });

  it('[MQTT-3.12.4-1] answers a ping', async () => {
    const client = await talk();
    client.say(connect('one'));
    await client.hears(...CONNACK);
    client.say(packet(0xc0));
    await client.hears(0xd0, 0);
    client.end();
  });

  it('[MQTT-3.8.4-5] answers each filter of a SUBSCRIBE in its place, and [MQTT-3.10.4-4] an UNSUBSCRIBE', async () => {
    const client = await talk();
    client.say(connect('one'));
    await client.hears(...CONNACK);
    client.say(packet(0x82, [0, 7], text(`${DOWN}command`), [0], text('#'), [1], text(`${DOWN}report`), [2]));
    // QoS 2 is granted as the most there may be: what the box says is QoS 1 (MQTT-3.8.4-6).
    await client.hears(0x90, 5, 0, 7, 0, 0x80, 2);
    client.say(packet(0xa2, [0, 8], text(`${DOWN}report`)));
    await client.hears(0xb0, 2, 0, 8);
    broker.hub.send('one', { name: 'report', payload: {} });
    broker.hub.send('one', { name: 'command', payload: {} });
    const topic = text(`${DOWN}command`);
    await client.hears(0x30, topic.length + 2, ...topic, ...Buffer.from('{}'));
    client.end();
  });

  it('[MQTT-4.3.2] acknowledges a QoS 1 message, and cuts off at QoS 2, which it does not serve', async () => {
    const client = await talk();
    client.say(connect('one'));
    await client.hears(...CONNACK);
    client.say(packet(0x32, text(`${UP}beacon`), [0, 9], [...Buffer.from('{}')]));
    await client.hears(0x40, 2, 0, 9);
    client.say(packet(0x34, text(`${UP}beacon`), [0, 10], [...Buffer.from('{}')]));
    await client.isCutOff();
  });

  it('[MQTT-3.1.2-8] says the will of a client whose connection broke, and [MQTT-3.14.4-3] not of one that said goodbye', async () => {
    const heard: unknown[] = [];
    const stop = broker.hub.listen('one', { onMessage: (name, payload) => heard.push([name, payload]) });
    const will = [...text(`${UP}state`), ...text('{"w":1}')];
    const polite = await talk();
    polite.say(connect('one', { flags: 0xc6, will }));
    await polite.hears(...CONNACK);
    polite.say(packet(0xe0));
    await polite.isCutOff();
    const broken = await talk();
    broken.say(connect('one', { flags: 0xc6, will }));
    await broken.hears(...CONNACK);
    expect(heard).toEqual([]);
    broken.end();
    await until(() => heard.length > 0, 'the will is said');
    expect(heard).toEqual([['state', { w: 1 }]]);
    stop();
  });

  it('[MQTT-3.3.2-2] cuts off who publishes to a wildcard, and [MQTT-4.7.3-1] to no topic at all', async () => {
    for (const topic of [`${UP}+`, `${UP}#`, '']) {
      const client = await talk();
      client.say(connect('one'));
      await client.hears(...CONNACK);
      client.say(packet(0x30, text(topic), [1]));
      await client.isCutOff();
    }
  });

  it('[MQTT-4.7.2-1] shows nothing of the broker’s own topics', async () => {
    const client = await talk();
    client.say(connect('eye'));
    await client.hears(...CONNACK);
    client.say(packet(0x82, [0, 1], text('$SYS/#'), [0], text('+/+/new/clients'), [0]));
    await client.hears(0x90, 4, 0, 1, 0x80, 0x80);
    client.end();
  });

  it('[MQTT-3.3.1-8] marks what it kept as retained, and only that', async () => {
    const topic = 'gh/local/v1/box/state';
    broker.retained.set(topic, { a: 1 });
    const client = await talk();
    client.say(connect('eye'));
    await client.hears(...CONNACK);
    client.say(packet(0x82, [0, 1], text(topic), [0]));
    await client.hears(0x90, 3, 0, 1, 0);
    await client.hears(0x31, text(topic).length + 7, ...text(topic), ...Buffer.from('{"a":1}'));
    broker.retained.set(topic, { a: 2 });
    await client.hears(0x30, text(topic).length + 7, ...text(topic), ...Buffer.from('{"a":2}'));
    client.end();
  });
});
