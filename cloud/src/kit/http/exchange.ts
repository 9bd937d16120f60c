import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Upgrade } from './accept-socket.ts';
import type { AnswerHeaders } from './call.ts';
import type { CrossOrigin } from './cross-origin.ts';

/** What a server's requests have in common. */
export interface Listener {
  readonly draining: boolean;
  /** Ends what would go on for ever: called when it begins to drain, and again when that has taken too long. */
  readonly endless: Set<() => void>;
}

/** One request on its way through the kit. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Over TLS all the way from the client. */
  readonly secure: boolean;
  /** Whoever sent it, seen through the proxies we trust. */
  readonly remoteAddress: string;
  /** Who sends it is known: no share of strangers binds the connection any more. */
  readonly recognised?: () => void;
  readonly startedMonoMs: number;
  readonly startedWallMs: number;
  /** As sent, without the query: still percent-encoded. */
  readonly path: string;
  /** Without the question mark. */
  readonly search: string;
  /** Once it drains, an answer is the last of its connection. */
  readonly listener: Listener;
  /** What a browser is told, where pages of other origins may ask. */
  readonly crossOrigin?: CrossOrigin | undefined;
  /** Where it wants to become a WebSocket. */
  readonly upgrade?: Upgrade | undefined;
}

/** A request header's value, by lower-case name; repeated ones joined as Node joins them. */
export const headerOf =
  (request: IncomingMessage) =>
  (name: string): string | undefined => {
    const value = request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };

/** A year, and for this host only: other services may share its domain. */
const STRICT_TRANSPORT_SECURITY = 'max-age=31536000';

/** The headers of every answer, whoever writes it. HSTS over plain HTTP would count for nothing (RFC 6797 section 7.2). */
export const headersOfEvery = ({
  requestId,
  secure,
  crossOrigin,
}: Pick<Exchange, 'requestId' | 'secure' | 'crossOrigin'>): Readonly<Record<string, string>> =>
  secure
    ? { 'X-Request-Id': requestId, 'Strict-Transport-Security': STRICT_TRANSPORT_SECURITY, ...crossOrigin }
    : { 'X-Request-Id': requestId };

/** On every JSON answer: nothing in it is a page, and nothing in it may be kept. */
const HEADERS_OF_JSON = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** An answer that is ready to go. */
export interface Answer {
  readonly status: number;
  /** JSON. */
  readonly text: string;
  /** The same, compressed as a header says. */
  readonly bytes?: Uint8Array;
  readonly headers: AnswerHeaders;
}

const NOT_MODIFIED = 304;

/** Sends one JSON answer. All headers go in at once: Node is much slower where some were set before. */
export const sendJson = (exchange: Exchange, answer: Answer): void => {
  const { request, response } = exchange;
  if (response.headersSent || response.destroyed) return;
  if (exchange.listener.draining) response.shouldKeepAlive = false;
  const body = answer.bytes ?? answer.text;
  // A 304 says nothing of the length of what it is not sending.
  const length = answer.status === NOT_MODIFIED ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  response.writeHead(answer.status, {
    ...HEADERS_OF_JSON,
    ...headersOfEvery(exchange),
    ...answer.headers,
    ...length,
  });
  response.end(request.method === 'HEAD' || answer.status === NOT_MODIFIED ? undefined : body);
};
