import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';

export interface Streamed {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The events with JSON in them. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly events: readonly any[];
  /** What the first choice says. */
  readonly said: string;
  /** Whether the connection ended before the answer did. */
  readonly isCut: boolean;
}

/** Reads a stream to its end, or hangs up after so many bytes of it. */
export const readStream = (
  to: { readonly port: number; readonly ca: string },
  headers: Record<string, string>,
  body: object,
  hangUpAfter = Number.POSITIVE_INFINITY,
): Promise<Streamed> =>
  new Promise((resolve, reject) => {
    const sent = request({ ...to, host: 'localhost', path: '/v1/chat/completions', method: 'POST', headers });
    sent.on('error', reject).on('response', (response) => {
      let text = '';
      const done = (isCut: boolean) => {
        const events = text
          .split('\n\n')
          .flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []));
        const said = events
          .map(({ choices }) => choices?.find(({ index }: { index: number }) => index === 0)?.delta?.content ?? '')
          .join('');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, events, said, isCut });
      };
      response
        .on('data', (chunk: Buffer) => {
          text += chunk.toString();
          if (text.length < hangUpAfter) return;
          sent.destroy();
          done(true);
        })
        .on('end', () => done(false))
        .on('error', () => done(true));
    });
    sent.end(JSON.stringify(body));
  });
