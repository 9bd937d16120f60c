import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFrameGuard, guardFrames } from './frame-guard.ts';

const CONNECT_MAX = 16_384;
const PACKET_MAX = 262_144;
const LIMITS = { connectMax: CONNECT_MAX, packetMax: PACKET_MAX };

const varint = (n: number): number[] => (n < 128 ? [n] : [(n % 128) | 0x80, ...varint(Math.floor(n / 128))]);
const packet = (type: number, length: number) => Buffer.from([type, ...varint(length), ...new Uint8Array(length)]);
const accepts = (bytes: Uint8Array, guard = createFrameGuard(LIMITS)) => guard(bytes);

describe('frame guard', () => {
  it('takes a legal stream however it is cut', () => {
    const stream = Buffer.concat([packet(0x10, 200), packet(0xc0, 0), packet(0x32, 70_000), packet(0xe0, 0)]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 40 }), (cuts) => {
        const guard = createFrameGuard(LIMITS);
        let at = 0;
        for (const cut of cuts) {
          expect(guard(stream.subarray(at, at + cut))).toBe(true);
          at += cut;
        }
        expect(guard(stream.subarray(at))).toBe(true);
      }),
    );
  });

  it('refuses a large first packet from its announcement alone', () => {
    expect(accepts(Buffer.from([0x10, ...varint(CONNECT_MAX)]))).toBe(true);
    expect(accepts(Buffer.from([0x10, ...varint(CONNECT_MAX + 1)]))).toBe(false);
    expect(accepts(Buffer.from([0x10, ...varint(268_435_455)]))).toBe(false);
  });

  it('refuses a large later packet', () => {
    expect(accepts(Buffer.concat([packet(0x10, 20), Buffer.from([0x32, ...varint(PACKET_MAX)])]))).toBe(true);
    expect(accepts(Buffer.concat([packet(0x10, 20), Buffer.from([0x32, ...varint(PACKET_MAX + 1)])]))).toBe(false);
  });

  it('refuses a first packet that is no CONNECT, and a length that never ends', () => {
    expect(accepts(packet(0x30, 4))).toBe(false);
    expect(accepts(Buffer.from('GET / HTTP/1.1'))).toBe(false);
    expect(accepts(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x80]))).toBe(false);
    expect(accepts(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x80, 0x01]))).toBe(false);
  });

  it('hears a broker from any packet on, up to the same limit', () => {
    const stream = Buffer.concat([packet(0x20, 2), packet(0x32, 300)]);
    expect(accepts(stream, createFrameGuard({ packetMax: 300 }))).toBe(true);
    expect(accepts(stream, createFrameGuard({ packetMax: 299 }))).toBe(false);
  });

  it('asks how much a packet may carry as soon as it has said so', () => {
    const carried: number[] = [];
    const mayCarry = (bytes: number) => carried.push(bytes) < 3;
    const guard = createFrameGuard({ ...LIMITS, mayCarry });
    expect(guard(Buffer.concat([packet(0x10, 20), packet(0x32, 300)]))).toBe(true);
    expect(guard(Buffer.from([0x32, ...varint(40_000)]))).toBe(false);
    expect(carried).toEqual([20, 300, 40_000]);
  });

  it('asks before each packet, and once for each however it is cut', () => {
    let left = 3;
    const guard = createFrameGuard({ ...LIMITS, mayBegin: () => left-- > 0 });
    const stream = Buffer.concat([packet(0x10, 20), packet(0x32, 300), packet(0xc0, 0)]);
    for (const byte of stream) expect(guard(Buffer.of(byte))).toBe(true);
    expect(guard(packet(0xc0, 0))).toBe(false);
  });

  it('closes the socket instead of handing the bytes on', () => {
    let closed = 0;
    const socket = { read: (): Buffer | null => Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]), destroy: () => closed++ };
    guardFrames(socket, LIMITS);
    expect(socket.read()).toBeNull();
    expect(closed).toBe(1);
  });
});
