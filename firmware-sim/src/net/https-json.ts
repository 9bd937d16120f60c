import { Agent, request } from 'node:https';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';

export interface JsonAsk {
  /** With its query. */
  readonly path: string;
  /** POST where there is one, GET where there is none. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address of this machine that it is to come from; any, unless told. */
  readonly from?: string | undefined;
}

export interface JsonAnswer {
  readonly status: number;
  /** `undefined` where the answer is not JSON. */
  readonly body: unknown;
}

/** HTTPS with JSON to one server of the project, as a client of its own would do it. */
export interface JsonHttps {
  /** Rejects when no answer comes in time. */
  send(ask: JsonAsk): Promise<JsonAnswer>;
  close(): void;
}

const WITHIN = Seconds(45);
const ANSWER_MAX_BYTES = 8 * 1024 * 1024;

/** `ca`: PEM of the only authority that is believed. At most `sockets` requests at a time from one address; the others wait. */
export const jsonHttps = (to: {
  readonly url: string;
  readonly ca: string;
  readonly clock: Clock;
  readonly sockets?: number;
  readonly within?: Duration;
}): JsonHttps => {
  const { sockets = 8 } = to;
  const agent = new Agent({ ca: to.ca, keepAlive: true, maxSockets: sockets, maxFreeSockets: sockets });
  return {
    send: ({ path, body, headers = {}, from }) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const asked = request(new URL(path, to.url), {
          agent,
          ...(from !== undefined && { localAddress: from, family: 4 }),
          method: text === undefined ? 'GET' : 'POST',
          headers: {
            ...headers,
            ...(text !== undefined && {
              'content-type': 'application/json',
              'content-length': String(Buffer.byteLength(text)),
            }),
          },
        });
        const late = to.clock.after(to.within ?? WITHIN, () => asked.destroy(new Error('no answer in time')));
        const settle = (done: () => void) => {
          late.cancel();
          done();
        };
        asked.on('error', (error) => settle(() => reject(new Error(`${to.url}${path}: ${error.message}`))));
        asked.on('response', (answer) => {
          const chunks: Buffer[] = [];
          let size = 0;
          answer.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size > ANSWER_MAX_BYTES) asked.destroy(new Error('the answer is too long'));
            chunks.push(chunk);
          });
          answer.on('error', (error) => settle(() => reject(error)));
          answer.on('end', () =>
            settle(() => resolve({ status: answer.statusCode ?? 0, body: parsed(Buffer.concat(chunks)) })),
          );
        });
        asked.end(text);
      }),
    close: () => agent.destroy(),
  };
};

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
};
