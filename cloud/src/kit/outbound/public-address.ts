import { BlockList, isIP } from 'node:net';

/** Everything of IPv4 that is not on the internet (RFC 6890 and what it names), and multicast. */
const NOT_PUBLIC_4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32], // Of the internet by its number; inside Azure it is the machine's own host.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Of IPv6 only global unicast is public; of that, not what leads to an IPv4 address by itself, nor what is for documents. */
const PUBLIC_6 = ['2000::', 3] as const;
const NOT_PUBLIC_6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const blocked = new BlockList();
for (const [address, bits] of NOT_PUBLIC_4) blocked.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of NOT_PUBLIC_6) blocked.addSubnet(address, bits, 'ipv6');
const global6 = new BlockList();
global6.addSubnet(PUBLIC_6[0], PUBLIC_6[1], 'ipv6');

/** Whether an address is one of the internet, and not of this machine, its network or its cloud's insides. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 4) return !blocked.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
};
