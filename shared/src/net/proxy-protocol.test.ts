import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProxyHeader } from './proxy-protocol.ts';

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
const binary = (kind: number, family: number, body: Buffer) => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length);
  return Buffer.concat([SIGNATURE, Buffer.of(kind, family), length, body]);
};
const IPV6 = Buffer.from('20010db8000000070000000000000001', 'hex');
const PORTS = Buffer.of(0x9c, 0x40, 0x01, 0xbb);

const HEADERS = [
  ['version 1 of IPv4', Buffer.from('PROXY TCP4 203.0.113.9 192.0.2.1 40000 443\r\n'), '203.0.113.9'],
  ['version 1 of IPv6', Buffer.from('PROXY TCP6 2001:db8::7 2001:db8::1 40000 443\r\n'), '2001:db8::7'],
  ['version 1 of nobody', Buffer.from('PROXY UNKNOWN\r\n'), undefined],
  [
    'version 2 of IPv4',
    binary(0x21, 0x11, Buffer.concat([Buffer.of(203, 0, 113, 9, 192, 0, 2, 1), PORTS])),
    '203.0.113.9',
  ],
  ['version 2 of IPv6', binary(0x21, 0x21, Buffer.concat([IPV6, IPV6, PORTS])), '2001:db8:0:7:0:0:0:1'],
  [
    'version 2 with more in it',
    binary(0x21, 0x11, Buffer.concat([Buffer.of(203, 0, 113, 9, 1, 1, 1, 1), PORTS, Buffer.alloc(90)])),
    '203.0.113.9',
  ],
  ['version 2 of a health check', binary(0x20, 0x00, Buffer.alloc(0)), undefined],
] as const;

describe('N2 the PROXY protocol', () => {
  it.each(HEADERS)('%s is read, however it is cut, and what follows is left', (_what, header, address) => {
    const whole = Buffer.concat([header, Buffer.of(0x16, 0x03, 0x01)]);
    expect(readProxyHeader(whole)).toEqual({ state: 'read', length: header.length, address });
    for (let cut = 1; cut < header.length; cut++)
      expect(readProxyHeader(whole.subarray(0, cut))).toEqual({ state: 'more' });
  });

  it.each([
    ['a client that speaks for itself', Buffer.of(0x16, 0x03, 0x01, 0x02)],
    ['a line that does not end', Buffer.from(`PROXY TCP4 ${'1'.repeat(200)}`)],
    ['an address that is none', Buffer.from('PROXY TCP4 1.2.3 192.0.2.1 1 2\r\n')],
    ['an address of the other family', Buffer.from('PROXY TCP4 2001:db8::7 192.0.2.1 1 2\r\n')],
    ['a version nobody knows', binary(0x31, 0x11, Buffer.alloc(12))],
    ['an address that is cut', binary(0x21, 0x21, Buffer.alloc(12))],
    ['more than anybody adds', binary(0x21, 0x11, Buffer.alloc(4_000))],
  ])('%s is refused', (_what, bytes) => expect(readProxyHeader(bytes)).toEqual({ state: 'wrong' }));

  it('reads whatever comes without failing', () => {
    const begun = fc.constantFrom(Buffer.alloc(0), SIGNATURE, Buffer.from('PROXY '));
    fc.assert(
      fc.property(begun, fc.uint8Array({ maxLength: 120 }), (begin, rest) => {
        expect(['more', 'wrong', 'read']).toContain(readProxyHeader(Buffer.concat([begin, rest])).state);
      }),
    );
  });
});
