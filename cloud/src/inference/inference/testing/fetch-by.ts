import { request } from 'node:https';
import { Readable } from 'node:stream';

/** A `fetch` that trusts one authority: what a stock client is given where the system does not know it. */
export const fetchBy =
  (ca: string) =>
  (url: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const headers = Object.fromEntries(new Headers(init.headers));
      const sent = request(String(url), {
        ca,
        method: init.method ?? 'GET',
        headers,
        signal: init.signal ?? undefined,
      });
      sent.on('error', reject).on('response', (response) => {
        const told = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
        const body = Readable.toWeb(response) as ReadableStream<Uint8Array>;
        resolve(new Response(body, { status: response.statusCode ?? 0, headers: told }));
      });
      sent.end(init.body);
    });
