import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { plainAddress } from '@gatehouse/shared/net/network-of.ts';

/** Who sent a request, and whether it came over TLS all the way. */
export interface Origin {
  readonly remoteAddress: string;
  readonly secure: boolean;
}

/**
 * Reads X-Forwarded-For and X-Forwarded-Proto, but only when `trusted` (addresses or CIDR ranges) names the peer of the
 * socket: anybody else may write there what they like, and it counts for nothing. The address is that of the last hop
 * that is not a trusted proxy. Throws a `TypeError` for an entry that is no address.
 */
export const originReader = (trusted: readonly string[]): ((request: IncomingMessage) => Origin) => {
  const proxies = new BlockList();
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  const isProxy = (address: string) => isIP(address) !== 0 && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

  return (request) => {
    const peer = plainAddress(request.socket.remoteAddress ?? '');
    const encrypted = 'encrypted' in request.socket && request.socket.encrypted === true;
    if (!isProxy(peer)) return { remoteAddress: peer, secure: encrypted };
    const hops = listed(request.headers['x-forwarded-for']).map(plainAddress);
    const protocols = listed(request.headers['x-forwarded-proto']);
    const hop = hops.findLast((address) => !isProxy(address)) ?? peer;
    return {
      remoteAddress: isIP(hop) === 0 ? peer : hop,
      secure: protocols.length === 0 ? encrypted : protocols.every((name) => name.toLowerCase() === 'https'),
    };
  };
};

const listed = (header: string | string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
