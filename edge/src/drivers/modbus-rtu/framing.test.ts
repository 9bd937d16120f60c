import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc16, encode, frame, matchReply, type Request, replyBytes } from './framing.ts';

const hex = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('hex')
    .toUpperCase()
    .replaceAll(/(..)(?=.)/g, '$1 ');
const bytes = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

const someRequest: fc.Arbitrary<Request> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('read-coils' as const, 'read-inputs' as const),
    unit: fc.integer({ min: 1, max: 247 }),
    count: fc.integer({ min: 1, max: 32 }),
  }),
  fc.record({
    kind: fc.constant('write-coil' as const),
    unit: fc.integer({ min: 1, max: 247 }),
    channel: fc.integer({ min: 0, max: 31 }),
    energised: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('flash' as const),
    unit: fc.integer({ min: 1, max: 247 }),
    channel: fc.integer({ min: 0, max: 31 }),
    energised: fc.boolean(),
    tenths: fc.integer({ min: 1, max: 0x7fff }),
  }),
);

describe('Modbus RTU framing', () => {
  it.each<[Request, string]>([
    [{ kind: 'write-coil', unit: 1, channel: 0, energised: true }, '01 05 00 00 FF 00 8C 3A'],
    [{ kind: 'flash', unit: 1, channel: 0, energised: true, tenths: 7 }, '01 05 02 00 00 07 8D B0'],
    [{ kind: 'read-coils', unit: 1, count: 8 }, '01 01 00 00 00 08 3D CC'],
  ])('%j is what the board manual says', (request, expected) => {
    expect(hex(encode(request))).toBe(expected);
  });

  it('gives CRC-16/MODBUS’s published check value', () => {
    expect(crc16(new TextEncoder().encode('123456789'))).toBe(0x4b37);
  });

  it('reads bits low bit first', () => {
    const request: Request = { kind: 'read-inputs', unit: 1, count: 8 };
    expect(matchReply(request, frame(1, 2, 1, 0b00000101))?.reply).toEqual({
      kind: 'bits',
      values: [true, false, true, false, false, false, false, false],
    });
  });

  it('waits while a reply is incomplete, and takes it when the rest arrives', () => {
    const request: Request = { kind: 'read-inputs', unit: 3, count: 4 };
    const whole = frame(3, 2, 1, 0x0f);
    for (let n = 0; n < whole.length; n++) expect(matchReply(request, whole.subarray(0, n))).toBeUndefined();
    expect(matchReply(request, whole)).toMatchObject({ end: whole.length });
  });

  it('tells an exception from silence', () => {
    expect(matchReply({ kind: 'read-coils', unit: 1, count: 32 }, frame(1, 0x81, 2))?.reply).toEqual({
      kind: 'exception',
      code: 2,
    });
  });

  it('skips a stray byte or two, but never takes the adapter’s echo for a board’s answer to a read', () => {
    const request: Request = { kind: 'read-inputs', unit: 1, count: 8 };
    const reply = frame(1, 2, 1, 1);
    expect(matchReply(request, Uint8Array.from([0, 0xff, ...reply]))).toBeDefined();
    expect(matchReply(request, Uint8Array.from([...encode(request), ...reply]))).toBeUndefined();
  });

  it('refuses the reply of another unit, another function, another length, and another write', () => {
    const read: Request = { kind: 'read-inputs', unit: 1, count: 8 };
    expect(matchReply(read, frame(2, 2, 1, 1))).toBeUndefined();
    expect(matchReply(read, frame(1, 1, 1, 1))).toBeUndefined();
    expect(matchReply(read, frame(1, 2, 2, 1, 1))).toBeUndefined();
    const write: Request = { kind: 'write-coil', unit: 1, channel: 0, energised: true };
    expect(matchReply(write, bytes('01 05 02 00 00 07 8D B0'))).toBeUndefined();
  });

  it('takes only an exact echo as the answer to a write, whatever bytes come', () => {
    fc.assert(
      fc.property(someRequest, fc.uint8Array({ maxLength: 64 }), (request, noise) => {
        const reply = matchReply(request, noise)?.reply;
        if (reply?.kind === 'done') expect(Buffer.from(noise).includes(Buffer.from(encode(request)))).toBe(true);
      }),
    );
  });

  it('refuses a reply in which any one bit was flipped', () => {
    fc.assert(
      fc.property(someRequest, fc.nat(), fc.nat({ max: 7 }), (request, at, bit) => {
        const answer =
          request.kind === 'read-coils' || request.kind === 'read-inputs'
            ? frame(
                request.unit,
                request.kind === 'read-coils' ? 1 : 2,
                Math.ceil(request.count / 8),
                ...new Array<number>(Math.ceil(request.count / 8)).fill(0xa5),
              )
            : encode(request);
        expect(answer).toHaveLength(replyBytes(request));
        expect(matchReply(request, answer)).toBeDefined();
        const broken = Uint8Array.from(answer);
        broken[at % broken.length]! ^= 1 << bit;
        expect(matchReply(request, broken)).toBeUndefined();
      }),
    );
  });
});
