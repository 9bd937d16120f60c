import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';

const ANSWER_WITHIN = Seconds(10);
const ANSWER_MAX_BYTES = 8 * 1024 * 1024;

/** The cloud answered with a refusal, or with something that is not its language (`code` is then `not_understood`). */
export class CloudRefusal extends Error {
  override readonly name = 'CloudRefusal';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  constructor(status: number, refusal: { code: string; message: string; requestId?: string | undefined }) {
    super(`${refusal.message} (${status} ${refusal.code})`);
    this.status = status;
    this.code = refusal.code;
    this.requestId = refusal.requestId;
  }
}

/** No answer came: no network, no such host, a certificate of someone else, or too slow. */
export class CloudUnreachable extends Error {
  override readonly name = 'CloudUnreachable';
}

export interface CloudRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CloudAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface CloudHttps {
  /** Resolves with a 2xx or 304 answer. Rejects with `CloudRefusal` or `CloudUnreachable`. Follows no redirect. */
  send(request: CloudRequest): Promise<CloudAnswer>;
  close(): void;
}

const Refusal = z.object({ error: z.string(), message: z.string(), request_id: z.string().optional() });

/** HTTPS to the one cloud, trusting the configured authority and no other. */
export const cloudHttps = (options: { url: string; ca: string; clock: Clock }): CloudHttps => {
  const agent = new Agent({ ca: options.ca, keepAlive: true, maxSockets: 4, minVersion: 'TLSv1.2' });
  return {
    send: async (asked) => {
      const { res, text } = await exchange(agent, asked, options);
      const status = res.statusCode ?? 0;
      if (status === 304) return { status, headers: res.headers, body: undefined };
      const body = parseJson(text);
      if (status >= 200 && status < 300 && body !== undefined) return { status, headers: res.headers, body };
      const refusal = Refusal.safeParse(body);
      if (!refusal.success)
        throw new CloudRefusal(status, { code: 'not_understood', message: 'The answer is not one of the cloud’s.' });
      const { error: code, message, request_id: requestId } = refusal.data;
      throw new CloudRefusal(status, { code, message, requestId });
    },
    close: () => agent.destroy(),
  };
};

const exchange = (
  agent: Agent,
  asked: CloudRequest,
  { url, clock }: { url: string; clock: Clock },
): Promise<{ res: IncomingMessage; text: string }> =>
  new Promise((resolve, reject) => {
    const text = asked.body === undefined ? undefined : JSON.stringify(asked.body);
    const req = request(`${url}${asked.path}`, {
      agent,
      method: asked.method,
      headers: {
        accept: 'application/json',
        ...asked.headers,
        ...(asked.token === undefined ? {} : { authorization: `Bearer ${asked.token}` }),
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      },
    });
    const failed = (why: string) => {
      late.cancel();
      reject(new CloudUnreachable(`${url}: ${why}`));
    };
    const late = clock.after(ANSWER_WITHIN, () => req.destroy(new Error('no answer in time')));
    req.on('error', (error) => failed(error.message));
    req.on('response', (res) => {
      const chunks: Buffer[] = [];
      let size = 0;
      res.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > ANSWER_MAX_BYTES) req.destroy(new Error('the answer is too long'));
        chunks.push(chunk);
      });
      res.on('error', (error) => failed(error.message));
      res.on('end', () => {
        late.cancel();
        resolve({ res, text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    req.end(text);
  });

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
