import { BlockList, isIP } from 'node:net';

/** What is not the public internet: RFC 6890 and what came after it, IPv4 addresses in IPv6 clothes included. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4');

/** Only global unicast is public, and of that not what stands for an IPv4 address or a tunnel, nor documentation. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
const NOT_GLOBAL = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_GLOBAL.addSubnet(network, bits, 'ipv6');

/** Whether an address is one of the public internet, which is where push services are. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 4) return !PRIVATE.check(address, 'ipv4');
  return family === 6 && GLOBAL.check(address, 'ipv6') && !NOT_GLOBAL.check(address, 'ipv6');
};

/** Names that mean this machine or this network, wherever they lead. */
const LOCAL_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid|onion)$/;

/** Whether a host of a URL may be public: a public address, or a name of two labels or more. Its addresses are looked at when it is called. */
export const mayBePublicHost = (host: string): boolean => {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIP(bare) !== 0) return isPublicAddress(bare);
  return bare.includes('.') && !bare.endsWith('.') && !LOCAL_NAME.test(bare);
};
