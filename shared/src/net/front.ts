import type { Server, Socket } from 'node:net';
import type { Clock } from '../time/clock.ts';
import { networkOf, plainAddress } from './network-of.ts';
import { readProxyHeader } from './proxy-protocol.ts';

export interface FrontLimits {
  /** A connection that has not said its first byte by then is ended. */
  readonly firstByteMs: number;
  /** Connections of nobody in particular: of all networks, and of one. */
  readonly strangers: number;
  readonly strangersOfANetwork: number;
}

export interface FrontOptions {
  readonly clock: Pick<Clock, 'monoMs'>;
  readonly limits: FrontLimits;
  /** Whether a peer is a proxy of ours, who speaks for many: no share binds it. */
  readonly isProxy?: (address: string) => boolean;
  /** Whether those proxies name the true address in front of each connection (PROXY protocol). */
  readonly proxyProtocol?: boolean;
  /** Whether a network may begin another handshake now: those cost work, connections that say nothing do not. */
  readonly mayBegin?: (network: string) => boolean;
  /** Takes a connection that has said something, instead of the server's own listeners: gets the first byte. */
  readonly accept?: (socket: Socket, firstByte: number, listeners: readonly ((socket: Socket) => void)[]) => void;
}

export interface Front {
  /** The address that a connection, TLS or not, really comes from. */
  addressOf(socket: Socket): string;
  /** Somebody is recognised on this connection: no share of strangers binds it any more. */
  recognised(socket: Socket): void;
  /** Ends whoever has not said anything yet. */
  hangUpSilent(): void;
}

interface Waiting {
  readonly network: string;
  readonly sinceMs: number;
  silent: boolean;
}

/** A silent connection that is younger than this may only be on its way. */
const JUST_CAME_MS = 500;

/**
 * Stands before a TLS server: who has proven nothing yet gets a short time and a small share, and where there is no room
 * the oldest of them makes it, never somebody who is recognised and never the newcomer. One address may be a whole gym
 * behind its router, so its share bounds what it has open unrecognised, and not what it may do.
 */
export const guardFront = (server: Server, options: FrontOptions): Front => {
  const { clock, limits, isProxy = () => false, mayBegin = () => true } = options;
  const strangers = new Map<Socket, Waiting>();
  const named = new Map<string, { readonly raw: Socket; readonly address: string }>();
  /** Told with every request: once is enough. */
  const recognised = new WeakSet<Socket>();
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  const handOn: FrontOptions['accept'] = (socket, _first, all) => {
    for (const listener of all) listener.call(server, socket);
  };
  const { accept = handOn } = options;

  const counts = new Map<string, number>();
  const forget = (socket: Socket): void => {
    const network = strangers.get(socket)?.network;
    if (network === undefined) return;
    strangers.delete(socket);
    const left = (counts.get(network) ?? 1) - 1;
    if (left > 0) counts.set(network, left);
    else counts.delete(network);
  };
  const evict = (of: (waiting: Waiting) => boolean) => {
    let oldest: Socket | undefined;
    for (const [socket, waiting] of strangers) {
      if (!of(waiting)) continue;
      oldest ??= socket;
      if (!waiting.silent || clock.monoMs() - waiting.sinceMs < JUST_CAME_MS) continue;
      oldest = socket;
      break;
    }
    if (oldest === undefined) return;
    forget(oldest);
    oldest.destroy();
  };
  /** Lets a connection in among the strangers, in place of another where there is no room. */
  const admit = (socket: Socket, address: string, isShared: boolean): void => {
    const network = networkOf(address);
    if (!isShared && (counts.get(network) ?? 0) >= limits.strangersOfANetwork)
      evict((waiting) => waiting.network === network);
    if (strangers.size >= limits.strangers) evict(() => true);
    counts.set(network, (counts.get(network) ?? 0) + 1);
    strangers.set(socket, { network, sinceMs: clock.monoMs(), silent: true });
  };
  const begin = (socket: Socket, first: Buffer): void => {
    const waiting = strangers.get(socket);
    if (waiting !== undefined) {
      waiting.silent = false;
      if (!mayBegin(waiting.network)) return void socket.destroy();
    }
    socket.setTimeout(0);
    socket.unshift(first);
    accept(socket, first[0] ?? 0, listeners);
  };

  server.on('connection', (socket: Socket) => {
    const peer = plainAddress(socket.remoteAddress ?? '');
    const key = keyOf(socket);
    const isShared = isProxy(peer);
    const hangUp = (): void => {
      socket.destroy();
    };
    named.set(key, { raw: socket, address: peer });
    socket.on('error', hangUp).on('timeout', hangUp);
    socket.once('close', () => {
      forget(socket);
      if (named.get(key)?.raw === socket) named.delete(key);
    });
    admit(socket, peer, isShared);
    /** A proxy has named the true address: the connection counts as one from there. */
    const readmit = (address: string | undefined): void => {
      if (address === undefined) return;
      forget(socket);
      named.set(key, { raw: socket, address: plainAddress(address) });
      admit(socket, plainAddress(address), false);
    };
    const takeHeader = isShared && options.proxyProtocol === true ? headerTaker(readmit) : undefined;
    const decide = () => {
      const read: Buffer | null = socket.read();
      if (read === null) return;
      const bytes = takeHeader === undefined ? read : takeHeader(read);
      if (bytes === 'wrong') return hangUp();
      if (bytes.length === 0) return;
      socket.off('readable', decide).off('timeout', hangUp);
      begin(socket, bytes);
    };
    socket.setTimeout(limits.firstByteMs);
    socket.on('readable', decide);
  });

  return {
    addressOf: (socket) => named.get(keyOf(socket))?.address ?? plainAddress(socket.remoteAddress ?? ''),
    recognised: (socket) => {
      if (recognised.has(socket)) return;
      recognised.add(socket);
      const raw = named.get(keyOf(socket))?.raw;
      if (raw !== undefined) forget(raw);
    },
    hangUpSilent: () => {
      for (const [socket, { silent }] of strangers) if (silent) socket.destroy();
    },
  };
};

/** A TLS socket shows the peer of the connection that it runs over, and so is known by it. */
const keyOf = (socket: Socket): string => `${socket.remoteAddress ?? ''} ${socket.remotePort ?? 0}`;

/** Takes what comes until the proxy's header is whole and the address in it counts; then what follows it. */
const headerTaker = (readmit: (address: string | undefined) => void): ((bytes: Buffer) => Buffer | 'wrong') => {
  let kept: Buffer | undefined = Buffer.alloc(0);
  return (bytes) => {
    if (kept === undefined) return bytes;
    kept = Buffer.concat([kept, bytes]);
    const header = readProxyHeader(kept);
    if (header.state === 'more') return Buffer.alloc(0);
    if (header.state === 'wrong') return 'wrong';
    readmit(header.address);
    const rest = kept.subarray(header.length);
    kept = undefined;
    return rest;
  };
};
