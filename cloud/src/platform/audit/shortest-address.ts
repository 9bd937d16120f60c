import { isIPv6 } from 'node:net';

/** The one way that sockets write an address. */
export const shortest = (given: string): string => {
  const address = given.replace(/^::ffff:(?=\d+\.)/i, '');
  const url = `http://[${address}]`;
  return isIPv6(address) && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : address;
};
