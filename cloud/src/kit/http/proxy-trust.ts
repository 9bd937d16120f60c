import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { addressList } from '@gatehouse/shared/net/address-list.ts';
import { plainAddress } from '@gatehouse/shared/net/network-of.ts';

/** Who sent a request, and whether it came over TLS all the way. */
export interface Origin {
  readonly remoteAddress: string;
  readonly secure: boolean;
}

/**
 * Reads X-Forwarded-For and X-Forwarded-Proto, but only when `trusted` (addresses or CIDR ranges) names the peer of the
 * socket: anybody else may write there what they like, and it counts for nothing. The address is that of the last hop
 * that is not a trusted proxy; `peerOf` says who really is at the other end of a socket. Throws a `TypeError` for an entry that is no address.
 */
export const originReader = (
  trusted: readonly string[],
  peerOf: (socket: Socket) => string = ({ remoteAddress }) => remoteAddress ?? '',
): ((request: IncomingMessage) => Origin) => {
  const isProxy = addressList(trusted);
  /** Of connections from elsewhere than a proxy: the same for all their requests. */
  const direct = new WeakMap<Socket, Origin>();

  return (request) => {
    const known = direct.get(request.socket);
    if (known !== undefined) return known;
    const peer = plainAddress(peerOf(request.socket));
    const encrypted = 'encrypted' in request.socket && request.socket.encrypted === true;
    if (!isProxy(peer)) {
      const origin = { remoteAddress: peer, secure: encrypted };
      direct.set(request.socket, origin);
      return origin;
    }
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
