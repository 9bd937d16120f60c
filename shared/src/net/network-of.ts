import { isIPv4, isIPv6 } from 'node:net';

/** IPv4 as such, also where a dual-stack socket shows it as `::ffff:192.0.2.1`. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Whose limit an address counts against: its own for IPv4, its /64 for IPv6, of which one household has 2^64 addresses
 * (RFC 6177). What is no address is a network of its own.
 */
export const networkOf = (address: string): string => {
  const plain = plainAddress(address).replace(/%.*$/, '');
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  return `${groupsOf(plain).slice(0, 4).join(':')}::/64`;
};

/** The eight groups of an IPv6 address, without leading zeros. */
export const groupsOf = (address: string): readonly string[] => {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const pair = (high = '0', low = '0') => (Number(high) * 256 + Number(low)).toString(16);
  const whole = dotted === null ? address : `${dotted[1]}${pair(dotted[2], dotted[3])}:${pair(dotted[4], dotted[5])}`;
  const [head = '', tail] = whole.split('::');
  const listed = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16).toString(16));
  const front = listed(head);
  const back = tail === undefined ? [] : listed(tail);
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => '0'), ...back];
};
