// @module-tag exhaustive
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoardError } from '../driver.ts';
import { honestly } from '../serial/memory-wire.ts';
import { createChannel } from './channel.ts';
import { sessionKeys } from './cipher.ts';
import { POLL } from './commands.ts';
import { crc16, encodeFrame, FRAME_BYTES_MAX, findFrame, searchFrame } from './framing.ts';
import { aPanel, OWN_KEY } from './panel.kit.ts';
import { eventOf, identityOf, knowsCrc, statesOf } from './replies.ts';

/** `GATEHOUSE_FUZZ_RUNS=2000000` for a long run. */
const FRAMES = Number(process.env.GATEHOUSE_FUZZ_RUNS ?? 5_000);
const PATIENCE_MS = Math.max(15_000, FRAMES);

const block = fc.option(
  fc.record({ type: fc.integer({ min: 0x11, max: 0x18 }), data: fc.uint8Array({ maxLength: 4 }) }),
  {
    nil: undefined,
  },
);
const frame = fc.record({
  address: fc.integer({ min: 0x80, max: 0xfe }),
  sequence: fc.integer({ min: 0, max: 3 }),
  check: fc.constantFrom('crc' as const, 'sum' as const),
  block,
  code: fc.integer({ min: 0, max: 255 }),
  data: fc.uint8Array({ maxLength: 60 }),
});
const every = () => true;

/** Looks like a frame at its start, and is anything from there on. */
const nearly = fc
  .tuple(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 0, max: 80 }), fc.integer({ min: 0, max: 255 }))
  .map(([bytes, length, control]) => Uint8Array.from([0x53, 0x81, length, 0, control, ...bytes]));
/** And this one has its check right, so that what is inside is looked at. */
const sealed = nearly.map((bytes) => {
  const body = Uint8Array.from(bytes);
  body.set([(body.length + 2) & 0xff, 0, (body[4] ?? 0) | 4], 2);
  const crc = crc16(body);
  return Uint8Array.from([...body, crc & 0xff, crc >> 8]);
});

describe('bytes from the line', { timeout: PATIENCE_MS }, () => {
  it('never throw, whatever they are, and frames of ours come out as they went in', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 120 }), nearly, sealed), fc.boolean(), (bytes, final) => {
        const found = findFrame(bytes, every, final);
        if (found === undefined) return;
        expect(found.head.length).toBeLessThan(bytes.length);
        eventOf(found);
        identityOf(found.data);
        knowsCrc(found.data);
        statesOf(found.data, 8);
        createChannel(sessionKeys(OWN_KEY, OWN_KEY), OWN_KEY).open(found);
      }),
      { numRuns: FRAMES },
    );
  });

  it('give any frame back as it was, with noise about it', () => {
    fc.assert(
      fc.property(frame, fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ maxLength: 20 }), (sent, before, after) => {
        const noise = before.filter((byte) => byte !== 0x53);
        const bytes = Uint8Array.from([...noise, ...encodeFrame(sent), ...after]);
        const { address, ...rest } = sent;
        expect(findFrame(bytes, every, false)).toMatchObject({ ...rest, address: address & 0x7f, fromReader: true });
      }),
      { numRuns: FRAMES / 10 },
    );
  });

  it('are no frame with up to three wrong bits in it', () => {
    const flips = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(
        frame.map((sent) => ({ ...sent, check: 'crc' as const })),
        flips,
        (sent, at) => {
          const bytes = encodeFrame(sent);
          const bits = new Set(at.map((bit) => 8 + (bit % (8 * (bytes.length - 1)))));
          for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          const found = findFrame(bytes, ({ check }) => check === 'crc', true);
          if (found !== undefined) expect(found.head.length + 3).toBeLessThan(bytes.length); // Another one, inside.
        },
      ),
      { numRuns: FRAMES / 10 },
    );
  });

  it('are not looked into while a frame is still coming in: the data of a card may look like one', () => {
    const inner = encodeFrame({ address: 0x81, sequence: 1, check: 'crc', code: 0x40, data: new Uint8Array(0) });
    const outer = encodeFrame({ address: 0x81, sequence: 2, check: 'crc', code: 0x50, data: inner });
    for (let length = 0; length < outer.length; length++)
      expect(findFrame(outer.subarray(0, length), every, false)).toBeUndefined();
    expect(findFrame(outer, every, false)).toMatchObject({ code: 0x50 });
  });

  it('are no frame of ours inside a frame of somebody else', () => {
    const inner = encodeFrame({ address: 0x81, sequence: 1, check: 'crc', code: 0x40, data: new Uint8Array(0) });
    const outer = encodeFrame({ address: 0x82, sequence: 1, check: 'crc', code: 0x50, data: inner });
    const ours = ({ address }: { address: number }) => address === 1;
    expect(findFrame(inner, ours, true)).toMatchObject({ code: 0x40 });
    for (const final of [false, true]) expect(findFrame(outer, ours, final)).toBeUndefined();
    expect(findFrame(Uint8Array.from([...outer, ...inner]), ours, false)).toMatchObject({ code: 0x40 });
  });

  it('are found the same piece by piece, and what was looked at once is not looked at again', () => {
    const piece = fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 40 }), nearly, sealed);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.integer({ min: 0, max: 127 }), (pieces, address) => {
        const wanted = (found: { address: number }) => found.address === address || found.address === 1;
        let received: Uint8Array = new Uint8Array(0);
        let next = 0;
        for (const bytes of [...pieces, new Uint8Array(0)]) {
          received = Uint8Array.from([...received, ...bytes]);
          const final = bytes.length === 0;
          const step = searchFrame(received, wanted, final, next);
          expect(step.frame).toEqual(findFrame(received, wanted, final));
          expect(step.next).toBeGreaterThanOrEqual(next);
          if (step.frame !== undefined) return;
          next = step.next;
        }
      }),
      { numRuns: FRAMES / 10 },
    );
    // A reader that says the beginning of a frame over and over: of each only its length is waited for.
    const hostile = Uint8Array.from({ length: 1_696 }, (_, i) => [0x53, 0x81, 0x50, 0x03][i % 4] ?? 0);
    expect(searchFrame(hostile, every, false, 0).next).toBe(hostile.length - 0x350 + 4);
  });

  it('longer than any frame are none', () => {
    const data = new Uint8Array(FRAME_BYTES_MAX);
    expect(
      findFrame(encodeFrame({ address: 0x81, sequence: 1, check: 'crc', code: 0x50, data }), every, true),
    ).toBeUndefined();
  });

  it('move a channel on only if they were sealed in it', () => {
    fc.assert(
      fc.property(frame, (sent) => {
        const channel = createChannel(sessionKeys(OWN_KEY, OWN_KEY), OWN_KEY);
        encodeFrame({ address: 1, sequence: 1, check: 'crc', code: POLL.code, ...channel.seal(POLL) });
        const found = findFrame(encodeFrame(sent), every, true);
        expect(found && channel.open(found)).toBeUndefined();
      }),
      { numRuns: FRAMES / 10 },
    );
  });
});

describe('a panel on a bad line', { timeout: 60_000 }, () => {
  it.each([undefined, OWN_KEY])(
    'settles every call in bounded time, and is well again when the line is (key %s)',
    async (key) => {
      const piece = fc.record({
        afterMs: fc.integer({ min: 0, max: 400 }),
        bytes: fc.oneof(
          fc.uint8Array({ maxLength: 40 }),
          sealed,
          fc.constant('honest' as const),
          fc.constant('half' as const),
        ),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(piece, { maxLength: 3 }), { maxLength: 40 }), async (script) => {
          const line = aPanel(key === undefined ? {} : { key });
          for (const reader of line.readers) reader.key = key;
          line.wire.reply = (honest, nth) =>
            (script[nth - 1] ?? [{ afterMs: 1, bytes: 'honest' as const }]).map(({ afterMs, bytes }) => {
              const whole = honest ?? new Uint8Array(0);
              if (bytes === 'half') return { afterMs, bytes: whole.subarray(0, whole.length >> 1) };
              return { afterMs, bytes: bytes === 'honest' ? whole : bytes };
            });
          const board = line.bus.board(1);
          const calls = [board.set(0, true), board.readInputs(4), board.pulse(1, true, Seconds(1)), board.readCoils(2)];
          const ended = calls.map((call) => call.catch((error: unknown) => error));
          await line.clock.advance(Seconds(15));
          const outcomes = await Promise.race([Promise.all(ended), line.clock.advance(Milliseconds(1))]);
          expect(outcomes).toHaveLength(4);
          for (const outcome of outcomes ?? [])
            if (outcome instanceof Error) expect(outcome).toBeInstanceOf(BoardError);
          line.wire.reply = honestly;
          await line.clock.advance(Seconds(12));
          expect(await line.outcome(board.set(0, false))).toHaveProperty('writtenMs');
          expect(line.took).toEqual([]);
        }),
        { numRuns: 20 },
      );
    },
  );
});
