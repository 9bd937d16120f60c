import type { Pseudonymous } from './audit.ts';
import type { Caller, Place } from './call.ts';
import type { Inputs } from './endpoint.ts';
import type { OpenMedia } from './open-media.ts';
import type { Quota } from './surfaces.ts';

/** What is known of a request so far; the log and the audit take whatever there is when it ends. */
export interface Progress {
  caller?: Caller;
  input?: Inputs<unknown, unknown, unknown> | undefined;
  rateHeaders: Readonly<Record<string, string>>;
  /** What the handler found out. */
  place?: Place;
  /** What the request turned out to be about. */
  target?: string | Pseudonymous;
  /** A unit that wrote its audit row is committed. */
  audited?: true;
  /** What is being read for the answer. */
  opened?: OpenMedia;
}

/** The ways to an endpoint: itself over HTTP, or one of the projections of its declaration. */
export type Via = 'http' | 'rest' | 'graphql' | 'mcp' | 'socket';

/** Requests that are one question to an endpoint, asked of many things: its limit counts them once. */
export interface Level {
  turn?: Promise<Readonly<Record<string, string>>>;
}

/** What came of one of many requests that are audited together, by whoever has sent them. */
export interface Noted {
  readonly endpoint: string;
  readonly caller: Caller | undefined;
  readonly place: Place | undefined;
  /** `ok`, or the code of the fault. */
  readonly outcome: string;
}

/** A request, whichever way it came in. */
export interface Asked {
  readonly via: Via;
  readonly requestId: string;
  /** Whoever sent it, seen through the proxies we trust. */
  readonly remoteAddress: string;
  readonly startedMonoMs: number;
  readonly startedWallMs: number;
  /** The answer is wanted without its body. */
  readonly bodiless?: boolean;
  readonly level?: Level;
  /** Of what only reads: gets what the audit is to say, and no row is written. */
  readonly noted?: (noted: Noted) => void;
  readonly header: (name: string) => string | undefined;
  /** Who calls; throws the surface's 401 fault if that is nobody. At once where it is known already. */
  readonly authenticate: () => Promise<Caller> | Caller;
  /** What whoever asks may ask in all, where the door that it came through counts that. */
  readonly quota?: Quota | undefined;
  /** What they sent, read and parsed once they may and it is their turn. */
  readonly input: (caller: Caller) => Promise<Inputs<unknown, unknown, unknown>> | Inputs<unknown, unknown, unknown>;
}

/** What a request asks of another endpoint: what it sends there, and as whom. */
export type Further = Pick<Asked, 'header' | 'authenticate' | 'input'>;
