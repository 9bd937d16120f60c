import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

describe('N11 whether an address is of the internet', () => {
  it.each([
    '168.63.129.16', // Azure: the machine's host
    '169.254.169.254', // most clouds' metadata
    '169.254.170.2', // of containers
    '100.100.100.200', // Alibaba
    '192.0.0.192', // Oracle
    'fd00:ec2::254', // Amazon
    'fd20:ce::254', // Google
    '64:ff9b::a9fe:a9fe', // NAT64
    '64:ff9b:1::1', // NAT64 of a network's own
    '2002:a9fe:a9fe::1', // 6to4
    '2001:0:a9fe:a9fe::1', // Teredo
    '::ffff:169.254.169.254',
    '::169.254.169.254',
    '::',
    '::1',
    'fe80::1',
    'ff02::1',
    '0.0.0.0',
    '255.255.255.255',
    'no address',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['1.1.1.1', '168.63.129.15', '168.63.129.17', '2606:4700::1111'])('%s is', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  it('is never one that is an IPv4 address in disguise', () => {
    const prefixes = fc.constantFrom('::ffff:', '::', '64:ff9b::');
    fc.assert(fc.property(prefixes, fc.ipV4(), (prefix, address) => !isPublicAddress(prefix + address)));
  });
});

describe('an address of the internet', () => {
  it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
    'is %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.8',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::1',
    'localhost',
    '',
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
