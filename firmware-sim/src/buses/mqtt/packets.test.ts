import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDice, type Dice, seededRandom } from '../../seeded-random.ts';
import {
  connectPacket,
  createPacketReader,
  type Incoming,
  Malformed,
  publishPacket,
  subscribePacket,
} from './packets.ts';

/** `GATEHOUSE_FUZZ_RUNS=2000000` for a long run. */
const RUNS = Number(process.env.GATEHOUSE_FUZZ_RUNS ?? 10_000);
const TIMEOUT_MS = 30_000 + RUNS;
const SEED = process.env.GATEHOUSE_FUZZ_SEED ?? 'mqtt packets';

/** A packet that a device sends or hears, and now and then one with a byte changed, doubled or left out. */
const almost = (dice: Dice): Buffer => {
  const whole = dice.pick([
    publishPacket('gh/x', 'y'.repeat(dice.between(0, 200)), dice.between(0, 2)),
    subscribePacket(dice.between(1, 9), 'a/b'),
    connectPacket({ clientId: 'a', username: 'b', password: 'c' }, 15),
    Buffer.from('20020000', 'hex'),
    Buffer.from('9003000101d000', 'hex'),
    Buffer.from(Uint8Array.from({ length: dice.between(0, 12) }, () => dice.between(0, 255))),
  ]);
  const at = dice.between(0, whole.length);
  if (dice.between(0, 3) > 0) return whole;
  if (dice.between(0, 2) > 0) return Buffer.concat([whole.subarray(0, at), whole.subarray(at + 1)]);
  const twisted = Buffer.from(whole);
  if (at < twisted.length) twisted[at] = dice.between(0, 255);
  return twisted;
};

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

  it('go on whatever is mingled, cut and twisted, or end in that error', { timeout: TIMEOUT_MS }, () => {
    const dice = createDice(seededRandom(SEED));
    let packets = 0;
    let read = createPacketReader(() => undefined);
    for (let run = 0; run < RUNS; run++) {
      const bytes = almost(dice);
      const at = dice.between(0, bytes.length);
      try {
        read(bytes.subarray(0, at));
        read(bytes.subarray(at));
      } catch (error) {
        if (!(error instanceof Malformed)) throw error;
        read = createPacketReader(() => {
          packets += 1;
        });
      }
    }
    expect(packets).toBeGreaterThan(RUNS / 100);
  });

  it('are refused by their length before they are kept', () => {
    expect(() => readAll([Buffer.from('30ffff7f', 'hex')])).toThrow(Malformed);
    expect(() => readAll([Buffer.from('308080808001', 'hex')])).toThrow(Malformed);
  });
});
