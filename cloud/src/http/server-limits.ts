/** How long and how much a client may take. Times in ms. */
export interface ServerLimits {
  /** A connection that has not said a first byte, and a TLS handshake, end after this. */
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
