// @module-tag exhaustive
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { createReplyFaults, REPLY_FAULTS } from '../buses/pty/faults.ts';
import { createDice, type Dice, seededRandom } from '../seeded-random.ts';
import { parseCard } from './card.ts';
import { createLcusBoard } from './lcus/board.ts';
import { lcusProtocol } from './lcus/protocol.ts';
import { createLineCutter } from './lines.ts';
import { createNumatoBoard } from './numato/board.ts';
import { numatoProtocol } from './numato/protocol.ts';
import { describeFrame } from './osdp/describe.ts';
import { encodeFrame, parseFrame } from './osdp/frame.ts';
import { createFrameReader } from './osdp/frame-reader.ts';
import { osdpProtocol } from './osdp/protocol.ts';
import { scannerProtocol } from './scanner/protocol.ts';
import { modbusProtocol } from './waveshare/protocol.ts';

/** `GATEHOUSE_FUZZ_RUNS=2000000` for a long run. */
const RUNS = Number(process.env.GATEHOUSE_FUZZ_RUNS ?? 2_500);
const TIMEOUT_MS = 30_000 + RUNS;
const SEED = process.env.GATEHOUSE_FUZZ_SEED ?? 'simulated boards';

const POLL = {
  address: 1,
  fromReader: false,
  sequence: 1,
  withCrc: true,
  security: undefined,
  code: 0x60,
  data: new Uint8Array(),
};
/** Bytes that look like something: starts, marks, small numbers, and now and then a whole frame with one byte changed. */
const almost = (dice: Dice): Uint8Array => {
  const length = dice.between(0, 40);
  const bytes = Uint8Array.from({ length }, () =>
    dice.pick([0x53, 0xff, 0xa0, 0x0d, 0x00, 0x01, 0x08, 0x20, dice.between(0, 255)]),
  );
  if (dice.between(0, 3) > 0) return bytes;
  const security =
    dice.between(0, 1) === 0
      ? undefined
      : { type: dice.between(0x10, 0x19), data: Uint8Array.of(...(dice.between(0, 1) ? [dice.between(0, 255)] : [])) };
  const data = bytes.subarray(0, dice.between(0, 34));
  const frame = encodeFrame({ ...POLL, sequence: dice.between(0, 3), security, code: dice.between(0x40, 0x80), data });
  if (dice.between(0, 1) === 0) frame[dice.between(0, frame.length - 1)] = dice.between(0, 255);
  return frame;
};
const runs = (what: string, each: (dice: Dice) => void) => {
  const dice = createDice(seededRandom(`${SEED} ${what}`));
  for (let run = 0; run < RUNS; run++) each(dice);
};

describe('whatever comes down a simulated line', () => {
  it(
    'OSDP: every frame taken for good is good, and pieces do not matter',
    () => {
      let [whole, pieces] = [0, 0];
      const one = createFrameReader({ onFrame: () => (whole += 1), onBroken: () => undefined });
      const other = createFrameReader({
        onFrame: (frame, bytes) => {
          pieces += 1;
          expect(parseFrame(bytes)).toEqual(frame);
        },
        onBroken: () => undefined,
      });
      runs('osdp', (dice) => {
        const bytes = almost(dice);
        one.receive(bytes, 0, 0);
        const cut = dice.between(0, bytes.length);
        other.receive(bytes.subarray(0, cut), 0, 0);
        other.receive(bytes.subarray(cut), 0, 0);
      });
      expect(pieces).toBe(whole);
      expect(whole).toBeGreaterThan(RUNS / 100);
    },
    TIMEOUT_MS,
  );

  it(
    'OSDP: a good frame is heard after a pause, whatever came before it',
    () => {
      let heard = 0;
      let nowMs = 0;
      const reader = createFrameReader({ onFrame: () => (heard += 1), onBroken: () => undefined });
      const poll = encodeFrame(POLL);
      runs('osdp pause', (dice) => {
        reader.receive(almost(dice), nowMs, nowMs);
        nowMs += 21;
        const before = heard;
        reader.receive(poll, nowMs, nowMs);
        expect(heard).toBe(before + 1);
      });
    },
    TIMEOUT_MS,
  );

  it(
    'relay modules obey whole commands only, and obey the next one',
    () => {
      const coils = new Map<number, boolean>();
      const terminals = { setCoil: (channel: number, on: boolean) => void coils.set(channel, on), input: () => false };
      let said = 0;
      const numato = createNumatoBoard({ terminals, baud: () => 9_600, send: (bytes) => (said += bytes.length) });
      const lcus = createLcusBoard({ terminals, baud: 9_600 });
      const on = Uint8Array.of(0xa0, 1, 1, 0xa2);
      runs('modules', (dice) => {
        const junk = almost(dice);
        const before = said;
        numato.receive(junk, 0);
        // An echo, and a prompt with at most a version for every end of a line.
        expect(said - before).toBeLessThanOrEqual(junk.length * 16);
        numato.receive(Buffer.from('\rrelay on 3\r'), 0);
        expect(numato.coils[3]).toBe(true);
        numato.receive(Buffer.from('relay off 3\r'), 0);
        lcus.receive(junk, 0);
        // The first may be taken for the end of something that the junk began.
        lcus.receive(on, 0);
        lcus.receive(on, 0);
        expect(lcus.coils[0]).toBe(true);
        lcus.receive(Uint8Array.of(0xa0, 1, 0, 0xa1), 0);
        expect([...coils.keys()].every((channel) => channel < 8)).toBe(true);
      });
    },
    TIMEOUT_MS,
  );

  it(
    'every protocol can say of any bytes what they are, cut them up, and put every fault into them',
    () => {
      const clock = new ManualClock();
      const random = seededRandom(SEED);
      for (const protocol of [modbusProtocol, osdpProtocol, numatoProtocol, lcusProtocol, scannerProtocol]) {
        let longest = 0;
        const onFrame = (bytes: Uint8Array) => {
          longest = Math.max(longest, bytes.length);
        };
        const cutter = protocol.cut({ clock, baud: () => 9_600, onFrame });
        const faults = createReplyFaults(random, protocol);
        runs('protocols', (dice) => {
          const bytes = almost(dice);
          for (const direction of ['request', 'reply'] as const) {
            const words = protocol.describe(bytes, direction, undefined);
            expect(words.length).toBeGreaterThan(0);
            expect(words.length).toBeLessThan(400);
          }
          cutter.receive(bytes, 0);
          faults.arm(dice.pick(REPLY_FAULTS), 1, 5);
          const { sendings } = faults.apply(bytes);
          // Another address is put into a reply under a CRC of its own, which what is no reply may not have had.
          expect(sendings.every((one) => one.bytes.length <= bytes.length + 3)).toBe(true);
        });
        cutter.flush();
        cutter.reset();
        expect(longest).toBeLessThanOrEqual(257);
      }
      expect(clock.pendingTimers).toBe(0);
    },
    TIMEOUT_MS * 3,
  );

  it('a flood without an end keeps no more than a frame', () => {
    let broken = 0;
    const reader = createFrameReader({ onFrame: () => undefined, onBroken: (bytes) => (broken = bytes.length) });
    const lines: number[] = [];
    const cutter = createLineCutter({ onFrame: (line) => lines.push(line.length) });
    for (let n = 0; n < 200; n++) {
      reader.receive(new Uint8Array(512).fill(0x53), 0, 0);
      reader.receive(
        Uint8Array.from({ length: 512 }, (_, at) => [0x53, 1, 0, 1][at % 4] ?? 0),
        0,
        0,
      );
      cutter.receive(new Uint8Array(512).fill(0x41), 0);
    }
    expect(broken).toBe(256);
    expect(Math.max(...lines)).toBe(256);
  });

  it(
    'any text is a card or none, and words of any frame tell no key',
    () => {
      runs('cards', (dice) => {
        const text = Array.from({ length: dice.between(0, 70) }, () => dice.pick([...'0123456789abcdefhw:-.x'])).join(
          '',
        );
        const card = parseCard(text);
        if (card !== undefined) expect(card.bits).toMatch(/^[01]{1,256}$/);
      });
      const key = '00112233445566778899aabbccddeeff';
      const keyset = encodeFrame({ ...POLL, code: 0x75, data: Uint8Array.from(Buffer.from(`0110${key}`, 'hex')) });
      expect(describeFrame(keyset)).toBe('#1 KEYSET (1)');
    },
    TIMEOUT_MS,
  );
});
