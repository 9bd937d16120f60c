import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, type AgentOptions, type RequestOptions, request } from 'node:https';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { type CloudDates, dialCloud, isAboutDates, TLS_MIN } from './cloud-dial.ts';

const ANSWER_WITHIN = Seconds(10);
const ANSWER_MAX_BYTES = 8 * 1024 * 1024;
/** What an answer may unpack to: a few bytes can stand for all of the memory. */
const UNPACKED_MAX_BYTES = 32 * 1024 * 1024;
/** Off the main thread. */
const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);

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
  /** The dates of the cloud's certificate do not hold, as it seems here. */
  readonly outdated: boolean;
  constructor(message: string, outdated = false) {
    super(message);
    this.outdated = outdated;
  }
}

export interface CloudRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the whole answer may take: 10 s unless told. */
  readonly within?: Duration;
}

export interface CloudAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface CloudHttps {
  /** Resolves with a 2xx or 304 answer. Rejects with `CloudRefusal` or `CloudUnreachable`. Follows no redirect. */
  send(request: CloudRequest): Promise<CloudAnswer>;
  /** The bytes of a 2xx answer, unpacked and not yet read: for what another thread is to read. Rejects like `send`. */
  fetch(request: CloudRequest): Promise<Buffer>;
  close(): void;
}

const Refusal = z.object({ error: z.string(), message: z.string(), request_id: z.string().optional() });

const BY_MACHINE: CloudDates = { dates: () => 'machine', heal: async () => false };

/** Connections whose certificates are judged by another time than the machine's, or by none: each with a whole handshake. */
class DiallingAgent extends Agent {
  readonly #dial: (to: { host: string; port: number }) => Promise<TLSSocket>;
  constructor(options: AgentOptions, dial: (to: { host: string; port: number }) => Promise<TLSSocket>) {
    super(options);
    this.#dial = dial;
  }
  override createConnection(to: RequestOptions, done: (error: Error | null, socket: Duplex) => void): undefined {
    this.#dial({ host: to.host ?? '', port: Number(to.port) }).then(
      (socket) => done(null, socket),
      (error: Error) => done(error, undefined as never),
    );
  }
}

/**
 * HTTPS to the one cloud, trusting the configured authority and no other. Where only the dates of its certificate are in the
 * way, `time` may know better than the machine: then the request is sent once more.
 */
export const cloudHttps = (options: { url: string; ca: string; clock: Clock; time?: CloudDates }): CloudHttps => {
  const { ca, clock, time = BY_MACHINE } = options;
  const kept = { keepAlive: true, maxSockets: 4 };
  const byMachine = new Agent({ ...kept, ca, minVersion: TLS_MIN });
  const byTime = new DiallingAgent(kept, (to) => dialCloud({ ...to, ca, clock, dates: time.dates() }));
  const once = (asked: CloudRequest) => exchange(time.dates() === 'machine' ? byMachine : byTime, asked, options);
  const exchanged = async (asked: CloudRequest) => {
    try {
      return await once(asked);
    } catch (error) {
      if (!(error instanceof CloudUnreachable && error.outdated && (await time.heal()))) throw error;
      return await once(asked);
    }
  };
  return {
    send: async (asked) => {
      const { res, bytes } = await exchanged(asked);
      const status = res.statusCode ?? 0;
      if (status === 304) return { status, headers: res.headers, body: undefined };
      const body = parseJson(bytes);
      if (status >= 200 && status < 300 && body !== undefined) return { status, headers: res.headers, body };
      throw refusalOf(status, body);
    },
    fetch: async (asked) => {
      const { res, bytes } = await exchanged(asked);
      const status = res.statusCode ?? 0;
      if (status >= 200 && status < 300) return bytes;
      throw refusalOf(status, parseJson(bytes));
    },
    close: () => {
      byMachine.destroy();
      byTime.destroy();
    },
  };
};

const refusalOf = (status: number, body: unknown): CloudRefusal => {
  const refusal = Refusal.safeParse(body);
  if (!refusal.success)
    return new CloudRefusal(status, { code: 'not_understood', message: 'The answer is not one of the cloud’s.' });
  const { error: code, message, request_id: requestId } = refusal.data;
  return new CloudRefusal(status, { code, message, requestId });
};

/** One exchange, its answer unpacked. */
const exchange = async (
  agent: Agent,
  asked: CloudRequest,
  options: { url: string; clock: Clock },
): Promise<{ res: IncomingMessage; bytes: Buffer }> => {
  const { res, bytes } = await rawExchange(agent, asked, options);
  if (res.headers['content-encoding'] !== 'gzip' || bytes.length === 0) return { res, bytes };
  try {
    return { res, bytes: await unpack(bytes, { maxOutputLength: UNPACKED_MAX_BYTES }) };
  } catch (error) {
    throw new CloudUnreachable(`${options.url}: the answer cannot be unpacked (${(error as Error).message})`);
  }
};

const rawExchange = (
  agent: Agent,
  asked: CloudRequest,
  { url, clock }: { url: string; clock: Clock },
): Promise<{ res: IncomingMessage; bytes: Buffer }> =>
  new Promise((resolve, reject) => {
    const text = asked.body === undefined ? undefined : JSON.stringify(asked.body);
    const req = request(`${url}${asked.path}`, {
      agent,
      method: asked.method,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip',
        ...asked.headers,
        ...(asked.token === undefined ? {} : { authorization: `Bearer ${asked.token}` }),
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      },
    });
    const failed = (error: Error) => {
      late.cancel();
      reject(new CloudUnreachable(`${url}: ${error.message}`, isAboutDates(error)));
    };
    const late = clock.after(asked.within ?? ANSWER_WITHIN, () => req.destroy(new Error('no answer in time')));
    req.on('error', failed);
    req.on('response', (res) => {
      const chunks: Buffer[] = [];
      let size = 0;
      res.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > ANSWER_MAX_BYTES) req.destroy(new Error('the answer is too long'));
        chunks.push(chunk);
      });
      res.on('error', failed);
      res.on('end', () => {
        late.cancel();
        resolve({ res, bytes: Buffer.concat(chunks) });
      });
    });
    req.end(text);
  });

const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
};
