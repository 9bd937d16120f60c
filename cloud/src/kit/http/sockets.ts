import type { MountedEndpoint } from './mount.ts';
import type { Ran } from './run-declared.ts';

const SOCKET = Symbol('socket');

/** What an endpoint says of the WebSocket that it becomes (RFC 6455). */
export interface SocketRule {
  /** The client has to offer one of them: the first of these that it does is spoken. */
  readonly protocols: readonly [string, ...string[]];
  /** A longer message of the client ends the socket (1009). */
  readonly messageBytes: number;
  /** So much may wait for a client that does not read; more ends the socket. 1 MB unless said otherwise. */
  readonly waitingBytes?: number;
  /** Pages of any origin may open it: nobody is known by what a browser sends by itself. */
  readonly anyOrigin?: true;
  /** What it is closed with when the server is to stop: 1001 unless said otherwise, 1012 where clients come back by themselves. */
  readonly leavingCode?: number;
}

/** The way from a socket to another endpoint, for the client at its other end: with its gate, its limit and its audit row. */
export type AskAgain = (endpoint: MountedEndpoint, params: Readonly<Record<string, string>>) => Promise<Ran>;

/** A WebSocket whose client is known and may: texts in both ways, in their order. */
export interface LiveSocket {
  readonly protocol: string;
  /** Says that it is closed, by whomever. */
  readonly signal: AbortSignal;
  send(text: string): void;
  close(code?: number, reason?: string): void;
  /** One after the other: while one is dealt with, no more are read. What it throws ends the socket (1011). */
  hear(take: (text: string) => Promise<void> | void): void;
  /** How many bytes wait for the client to read them. */
  waiting(): number;
  /** Called each time that nothing waits any more. */
  onDrained(run: () => void): void;
  readonly ask: AskAgain;
  /** Whoever is at the other end has shown who they are: no share of strangers binds the connection any more. */
  recognised(): void;
}

/** What a handler answers where its success is declared as `socket`. */
export interface SocketAnswer {
  readonly [SOCKET]: (socket: LiveSocket) => void;
}

/** Called once the upgrade is through. */
export const socketAnswer = (open: (socket: LiveSocket) => void): SocketAnswer => ({ [SOCKET]: open });

export const socketIn = (answer: unknown): ((socket: LiveSocket) => void) | undefined =>
  typeof answer === 'object' && answer !== null && SOCKET in answer ? (answer as SocketAnswer)[SOCKET] : undefined;
