import { BlockList, isIP } from 'node:net';

/** A range of addresses: where it begins, and how many of its leading bits count. */
export interface Subnet {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** Loopback (RFC 1122, RFC 4291), private (RFC 1918, RFC 4193) and link-local addresses (RFC 3927, RFC 4291). */
export const PRIVATE_SUBNETS: readonly Subnet[] = [
  { address: '127.0.0.0', prefix: 8, family: 'ipv4' },
  { address: '10.0.0.0', prefix: 8, family: 'ipv4' },
  { address: '172.16.0.0', prefix: 12, family: 'ipv4' },
  { address: '192.168.0.0', prefix: 16, family: 'ipv4' },
  { address: '169.254.0.0', prefix: 16, family: 'ipv4' },
  { address: '::1', prefix: 128, family: 'ipv6' },
  { address: 'fc00::', prefix: 7, family: 'ipv6' },
  { address: 'fe80::', prefix: 10, family: 'ipv6' },
];

/** Names that nobody can own: of this machine (RFC 6761 section 6.3) and of this link (RFC 6762 section 3). */
export const PRIVATE_DOMAINS: readonly string[] = ['localhost', 'local'];

const listOf = (family: Subnet['family']): BlockList => {
  const list = new BlockList();
  for (const subnet of PRIVATE_SUBNETS)
    if (subnet.family === family) list.addSubnet(subnet.address, subnet.prefix, family);
  return list;
};
/** Apart, so that an IPv4 address written as an IPv6 one is neither. */
const LISTS = { ipv4: listOf('ipv4'), ipv6: listOf('ipv6') } as const;

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether it is this machine for every machine, so that nobody can be mistaken for another by it. */
export const isLoopbackName = (name: string): boolean => {
  const version = isIP(name);
  return version === 0 ? name === 'localhost' : LOOPBACK.check(name, version === 4 ? 'ipv4' : 'ipv6');
};

/** Whether a name or an address means something on a LAN or this machine only: what a box may be called. */
export const isPrivateName = (name: string): boolean => {
  const version = isIP(name);
  if (version !== 0) {
    const family = version === 4 ? 'ipv4' : 'ipv6';
    return LISTS[family].check(name, family);
  }
  return /^localhost$|^[a-z0-9-]+(\.[a-z0-9-]+)*\.local$/i.test(name);
};
