import type { IncomingMessage } from 'node:http';

/** What browsers are told about pages of other origins. */
export type CrossOrigin = Readonly<Record<string, string>>;

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const SENT =
  'Authorization, Content-Type, Idempotency-Key, If-None-Match, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Prefer, Range, X-Simulated-User';
const SHOWN = 'ETag, Idempotent-Replayed, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id';
const ASKED_AGAIN_AFTER_SECONDS = 600;

/**
 * What pages of these origins may ask by script, and read of it. Never with credentials: a page sends a token that it was given,
 * and no cookie or certificate that its browser has anyway. Pages of other origins are told nothing, and so get nothing.
 */
export const crossOriginFor = (origins: readonly string[]) => {
  const allowed = new Set(origins);
  return ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): CrossOrigin | undefined => {
    if (allowed.size === 0) return undefined;
    const { origin } = headers;
    if (origin === undefined || !allowed.has(origin)) return { Vary: 'Origin' };
    const isAsked = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
    return {
      Vary: 'Origin',
      'Access-Control-Allow-Origin': origin,
      ...(isAsked
        ? {
            'Access-Control-Allow-Methods': METHODS,
            'Access-Control-Allow-Headers': SENT,
            'Access-Control-Max-Age': String(ASKED_AGAIN_AFTER_SECONDS),
          }
        : { 'Access-Control-Expose-Headers': SHOWN }),
    };
  };
};
