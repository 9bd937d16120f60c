import type { Tx } from '../db/unit-of-work.ts';
import type { Pseudonymous } from './audit.ts';
import type { Caller, Place } from './call.ts';
import type { Inputs } from './endpoint.ts';

/** What is known of a request so far; the log and the audit take whatever there is when it ends. */
export interface Progress {
  caller?: Caller;
  input?: Inputs<unknown, unknown, unknown> | undefined;
  rateHeaders: Readonly<Record<string, string>>;
  /** What the handler found out. */
  place?: Place;
  /** What the request turned out to be about. */
  target?: string | Pseudonymous;
  /** The unit in which the audit row was written. */
  auditedIn?: Tx;
}

/** A request, whichever way it came in. */
export interface Asked {
  readonly requestId: string;
  /** Whoever sent it, seen through the proxies we trust. */
  readonly remoteAddress: string;
  readonly startedMonoMs: number;
  readonly startedWallMs: number;
  readonly header: (name: string) => string | undefined;
  /** Who calls; throws the surface's 401 fault if that is nobody. */
  readonly authenticate: () => Promise<Caller>;
  /** What they sent, read and parsed once they may and it is their turn. */
  readonly input: (caller: Caller) => Promise<Inputs<unknown, unknown, unknown>>;
}
