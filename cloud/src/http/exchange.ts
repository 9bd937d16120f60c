import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request on its way through the kit. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Whoever sent it, seen through the proxies we trust. */
  readonly remoteAddress: string;
  readonly startedMonoMs: number;
  readonly startedWallMs: number;
  /** As sent, without the query: still percent-encoded. */
  readonly path: string;
  /** Without the question mark. */
  readonly search: string;
}

/** A request header's value, by lower-case name; repeated ones joined as Node joins them. */
export const headerOf =
  (request: IncomingMessage) =>
  (name: string): string | undefined => {
    const value = request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };

/** On every JSON answer: nothing in it is a page, and nothing in it may be kept. */
const FIXED_HEADERS = {
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
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends one JSON answer. The headers of every answer (request id, HSTS) are on the response already. */
export const sendJson = ({ request, response }: Pick<Exchange, 'request' | 'response'>, answer: Answer): void => {
  if (response.headersSent || response.destroyed) return;
  const bytes = Buffer.from(answer.text);
  response.writeHead(answer.status, { ...FIXED_HEADERS, ...answer.headers, 'Content-Length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
};
