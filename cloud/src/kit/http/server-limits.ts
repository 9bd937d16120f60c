import type { FrontLimits } from '@gatehouse/shared/net/front.ts';

/** How long and how much a client may take. Times in ms. */
export interface ServerLimits extends FrontLimits {
  readonly handshakeMs: number;
  readonly headersMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
  /** How often the two limits above are looked at. */
  readonly checkEveryMs: number;
  readonly connectionsMax: number;
  /** How long requests that are running may go on after `close`. */
  readonly drainMs: number;
}

export const DEFAULT_LIMITS: ServerLimits = {
  firstByteMs: 3_000,
  // Few processes have more than 1,000 calls of one partner under way before the first of them has shown its key.
  strangers: 4_000,
  strangersOfANetwork: 1_000,
  handshakeMs: 10_000,
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 30_000,
  checkEveryMs: 1_000,
  connectionsMax: 10_000,
  drainMs: 10_000,
};

/** A request has at most this many headers; one with more is refused, not silently cut. */
export const HEADERS_MAX = 64;
