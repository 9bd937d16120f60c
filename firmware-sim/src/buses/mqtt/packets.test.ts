import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  connectPacket,
  createPacketReader,
  type Incoming,
  Malformed,
  publishPacket,
  subscribePacket,
} from './packets.ts';

const readAll = (chunks: readonly Buffer[]): Incoming[] => {
  const packets: Incoming[] = [];
  const read = createPacketReader((packet) => packets.push(packet));
  for (const chunk of chunks) read(chunk);
  return packets;
};

describe('MQTT packets of a small device', () => {
  it('are written as the standard shows them', () => {
    const connect = connectPacket({ clientId: 'a', username: 'b', password: 'c' }, 15);
    expect(connect.toString('hex')).toBe('101300044d51545404c2000f000161000162000163');
    const dying = connectPacket({ clientId: 'a', username: 'b', password: 'c' }, 15, { topic: 't', payload: 'w' });
    expect(dying.toString('hex')).toBe('101900044d51545404ce000f000161000174000177000162000163');
    expect(subscribePacket(1, 'a/b').toString('hex')).toBe('820800010003612f6201');
    expect(publishPacket('a/b', 'hi', 0).toString('hex')).toBe('30070003612f626869');
    expect(publishPacket('a/b', 'hi', 10).toString('hex')).toBe('32090003612f62000a6869');
  });

  it('are read however they are cut', () => {
    const stream = Buffer.concat([
      Buffer.from('20020000', 'hex'),
      publishPacket('gh/x', 'y'.repeat(3_000), 7),
      Buffer.from('9003000101d000', 'hex'),
    ]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: stream.length }), { maxLength: 20 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), stream.length];
        const packets = readAll(at.slice(1).map((end, i) => stream.subarray(at[i], end)));
        expect(packets.map(({ type }) => type)).toEqual(['connack', 'publish', 'suback', 'pingresp']);
        expect(packets[1]).toMatchObject({ topic: 'gh/x', qos: 1, packetId: 7, retain: false });
      }),
    );
  });

  it('end in one kind of error when they make no sense', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          readAll([Buffer.from(bytes)]);
        } catch (error) {
          expect(error).toBeInstanceOf(Malformed);
        }
      }),
    );
  });
});
