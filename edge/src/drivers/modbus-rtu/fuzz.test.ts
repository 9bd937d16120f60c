import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc16, encode, frame, matchReply, NOISE_BYTES_MAX, type Request, replyBytes } from './framing.ts';
import { readRegister, writeRegister } from './registers.ts';

/** `GATEHOUSE_FUZZ_RUNS=2000000` for a long run. */
const RUNS = Number(process.env.GATEHOUSE_FUZZ_RUNS ?? 5_000);
const TIMEOUT_MS = 30_000 + RUNS;

const unit = fc.integer({ min: 1, max: 247 });
const channel = fc.integer({ min: 0, max: 31 });
const request: fc.Arbitrary<Request> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('read-coils' as const, 'read-inputs' as const),
    unit,
    count: fc.integer({ min: 1, max: 32 }),
  }),
  fc.record({ kind: fc.constant('probe' as const), unit, count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('write-coil' as const), unit, channel, energised: fc.boolean() }),
  fc.record({
    kind: fc.constant('flash' as const),
    unit,
    channel,
    energised: fc.boolean(),
    tenths: fc.integer({ min: 1, max: 0x7fff }),
  }),
);

/** The right answer of a sound board. */
const answerTo = (asked: Request): Uint8Array => {
  const [address = 0, fn = 0] = encode(asked);
  const data = replyBytes(asked) - 5;
  return asked.kind === 'write-coil' || asked.kind === 'flash'
    ? encode(asked)
    : frame(address, fn, data, ...new Array<number>(data).fill(0xa5));
};
/** Pieces of what a line may bring: sound frames, frames of others, parts of both, bytes of no meaning. */
const arrival = (asked: Request) => {
  const sound = answerTo(asked);
  const [address = 0, fn = 0] = sound;
  const piece = fc.oneof(
    fc.constant(sound),
    fc.constant(encode(asked)),
    fc.integer({ min: 0, max: sound.length }).map((length) => sound.subarray(0, length)),
    fc.tuple(fc.nat(sound.length - 1), fc.integer({ min: 1, max: 255 })).map(([at, change]) => {
      const broken = Uint8Array.from(sound);
      broken[at] = (broken[at] ?? 0) ^ change;
      return broken;
    }),
    fc.integer({ min: 0, max: 255 }).map((code) => frame(address, fn | 0x80, code)),
    fc.uint8Array({ maxLength: 12 }).map((body) => frame(address, fn, ...body)),
    fc.uint8Array({ maxLength: 30 }),
  );
  return fc
    .array(piece, { maxLength: 4 })
    .map((pieces) => Uint8Array.from(pieces.flatMap((bytes) => [...bytes])))
    .map((bytes) => ({ asked, bytes }));
};

/** The checksum by its table, made another way than the driver's own. */
const TABLE = Array.from({ length: 256 }, (_, byte) =>
  Array.from({ length: 8 }).reduce<number>((crc) => (crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1), byte),
);
const sumOf = (bytes: Uint8Array): number =>
  bytes.reduce((crc, byte) => (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0), 0xffff);

describe('whatever a Modbus line brings', () => {
  it(
    'is an answer only where a whole frame stands, from the unit and function that were asked, with its checksum right',
    () => {
      fc.assert(
        fc.property(request.chain(arrival), ({ asked, bytes }) => {
          const match = matchReply(asked, bytes);
          if (match === undefined) return;
          const length = match.reply.kind === 'exception' ? 5 : replyBytes(asked);
          const taken = bytes.subarray(match.end - length, match.end);
          expect(taken).toHaveLength(length);
          expect(match.end - length).toBeLessThanOrEqual(NOISE_BYTES_MAX);
          expect(sumOf(taken.subarray(0, -2))).toBe((taken.at(-2) ?? 0) + 256 * (taken.at(-1) ?? 0));
          expect([taken[0], (taken[1] ?? 0) & 0x7f]).toEqual([asked.unit, encode(asked)[1]]);
          if (match.reply.kind === 'bits') expect(match.reply.values).toHaveLength('count' in asked ? asked.count : 0);
        }),
        { numRuns: RUNS },
      );
    },
    TIMEOUT_MS,
  );

  it(
    'is found the same behind noise, however long, up to what is allowed',
    () => {
      fc.assert(
        fc.property(request, fc.uint8Array({ maxLength: NOISE_BYTES_MAX }), (asked, before) => {
          // Noise in which nothing can begin: no byte of the unit's own.
          const noise = before.map((byte) => (byte === asked.unit ? 0 : byte));
          const bytes = Uint8Array.from([...noise, ...answerTo(asked)]);
          expect(matchReply(asked, bytes)).toMatchObject({ end: bytes.length });
        }),
        { numRuns: RUNS / 4 },
      );
    },
    TIMEOUT_MS,
  );

  it(
    'says of a register what a whole frame says, and nothing else',
    () => {
      const word = fc.integer({ min: 0, max: 0xffff });
      const noise = fc.uint8Array({ maxLength: 40 });
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 247 }), word, word, noise, noise, (at, register, value, before, body) => {
          const from = at === 0 ? 9 : at;
          const quiet = before.map(() => 0xff);
          const read = frame(from, 3, 2, value >> 8, value & 0xff);
          expect(readRegister(at, register).match(Uint8Array.from([...quiet, ...read]))?.reply).toEqual({
            kind: 'value',
            unit: from,
            value,
          });
          const write = writeRegister(at, register, value);
          expect(write.match(write.bytes)?.reply).toMatchObject({ kind: 'value', value });
          for (const question of [readRegister(at, register), write]) {
            const match = question.match(Uint8Array.from([...before, ...frame(...body)]));
            if (match !== undefined) expect(match.end).toBeLessThanOrEqual(before.length + body.length + 2);
          }
          expect(write.match(Uint8Array.from(body))).toBeUndefined();
        }),
        { numRuns: RUNS / 4 },
      );
    },
    TIMEOUT_MS,
  );

  it('has one checksum, whichever way it is reckoned', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(crc16(bytes)).toBe(sumOf(bytes));
      }),
    );
  });
});
