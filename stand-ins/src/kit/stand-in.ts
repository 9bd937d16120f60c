import type { Socket } from 'node:net';
import type { Faults } from './faults.ts';

/** One thing that came: a request, a mail. What else there is of it, each service adds. */
export interface Received {
  readonly atMs: number;
  /** In one line, for a person. */
  readonly what: string;
}

/** Plays one service of somebody else's, from the first byte of a connection on. Who listens, and where, is not its business. */
export interface StandIn<Entry extends Received = Received> {
  /** Whom it plays, in a few words. */
  readonly plays: string;
  /** Scheme and host by which it is called. The port is added by whoever listens. */
  readonly base: string;
  /** What callers have to know: keys, certificates. Worth nothing anywhere else. */
  readonly facts: () => Readonly<Record<string, string>>;
  /** The newest last; the oldest make room. */
  readonly received: readonly Entry[];
  readonly faults: Faults;
  /** What such a service does by itself, by name. */
  readonly acts: Readonly<Record<string, () => void>>;
  readonly accept: (socket: Socket) => void;
  /** Ends every connection. */
  readonly close: () => void;
}
