import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupsOf, networkOf } from './network-of.ts';

describe('N11 the network whose limit an address counts against', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
    ['2001:db8:0:7::', '2001:db8:0:7::/64'],
    ['2001:DB8::7:0:0:0:1', '2001:db8:0:7::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['', ''],
    ['no address', 'no address'],
  ])('is, for %s, %s', (address, network) => expect(networkOf(address)).toBe(network));

  it('is one for all addresses of a /64 however they are written, and another for every other /64', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
        const groups = groupsOf(one);
        expect(groups).toHaveLength(8);
        expect(isIPv6(groups.join(':'))).toBe(true);
        expect(networkOf(groups.join(':'))).toBe(networkOf(one));
        const alike = groupsOf(other).slice(0, 4).join() === groups.slice(0, 4).join();
        if (!one.startsWith('::ffff:') && !other.startsWith('::ffff:'))
          expect(networkOf(one) === networkOf(other)).toBe(alike);
      }),
    );
  });
});
