import { lookup as systemLookup } from 'node:dns/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type Duration, Seconds } from '@gatehouse/shared/time/duration.ts';
import { isPublicAddress } from './public-address.ts';

/** Where requests to addresses that somebody gave us may lead. */
export interface OutboundTargets {
  /** Only to addresses of the internet, unless the operator of the installation says otherwise. */
  readonly addresses: 'public' | 'any';
  /** Authorities to trust beside the usual ones. */
  readonly ca?: string;
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal | undefined;
  /** For everything together; 10 seconds unless given. */
  readonly within?: Duration;
  /** How much of the answer's body is read; 16 KiB unless given. */
  readonly bodyBytesMax?: number;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Its beginning, where it is longer than what is read. */
  readonly body: Buffer;
  readonly isWhole: boolean;
}

export interface OutboundDeps {
  readonly clock: Pick<Clock, 'after'>;
  readonly targets: OutboundTargets;
  /** Who knows the addresses of names: the system, unless a test does. */
  readonly lookup?: (host: string) => Promise<readonly Target[]>;
}

interface Target {
  readonly address: string;
  readonly family: number;
}

const WITHIN = Seconds(10);
const BODY_BYTES_MAX = 16_384;
const HEADERS_BYTES_MAX = 8_192;

/**
 * The one way to a URL that somebody gave us. INVARIANTS: https alone; the name is resolved once, all of what it resolves to
 * is checked, and the connection goes to that address and no other; a redirect is an answer and is not followed; time and
 * sizes are limited. Rejects with a reason that names no secret.
 */
export const guardedRequest = async (
  url: URL,
  sent: OutboundRequest,
  { clock, targets, lookup = (host) => systemLookup(host, { all: true }) }: OutboundDeps,
): Promise<OutboundAnswer> => {
  if (url.protocol !== 'https:') throw new Error('only https is sent to');
  const within = sent.within ?? WITHIN;
  const ended = new AbortController();
  const timer = clock.after(within, () => ended.abort(new Error(`no answer within ${within / 1_000} seconds`)));
  const signal = sent.signal === undefined ? ended.signal : AbortSignal.any([sent.signal, ended.signal]);
  try {
    const target = await orAborted(targetOf(url, targets, lookup), signal);
    return await send(url, { ...sent, signal }, { target, ca: targets.ca });
  } finally {
    timer.cancel();
  }
};

/** One of the addresses of the name, if all of them may be sent to: a name that mixes them is a trick. */
const targetOf = async (
  { hostname }: URL,
  { addresses }: OutboundTargets,
  lookup: NonNullable<OutboundDeps['lookup']>,
): Promise<Target> => {
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const found = family === 0 ? await lookup(host) : [{ address: host, family }];
  const [first] = found;
  if (first === undefined) throw new Error('the name has no address');
  if (addresses === 'public' && !found.every(({ address }) => isPublicAddress(address)))
    throw new Error('the name leads to an address that is not of the internet');
  return first;
};

const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

const send = (
  url: URL,
  { method, headers, body = '', signal, bodyBytesMax = BODY_BYTES_MAX }: OutboundRequest & { signal: AbortSignal },
  { target: { address, family }, ca }: { readonly target: Target; readonly ca: string | undefined },
): Promise<OutboundAnswer> =>
  new Promise((resolve, reject) => {
    const pinned: LookupFunction = (_name, options, done) =>
      options.all === true ? done(null, [{ address, family }]) : done(null, address, family);
    const options = {
      method,
      signal,
      agent: false,
      lookup: pinned,
      maxHeaderSize: HEADERS_BYTES_MAX,
      headers: { ...headers, ...(method === 'POST' && { 'content-length': Buffer.byteLength(body) }) },
      ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    };
    const outgoing = request(url, options, (answer) => {
      answer.on('error', reject);
      void readAtMost(answer, bodyBytesMax).then((read) => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, ...read });
        outgoing.destroy();
      });
    });
    outgoing.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    outgoing.end(body);
  });

const readAtMost = (answer: IncomingMessage, most: number): Promise<Pick<OutboundAnswer, 'body' | 'isWhole'>> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > most) resolve({ body: Buffer.concat(chunks).subarray(0, most), isWhole: false });
    });
    answer.on('end', () => resolve({ body: Buffer.concat(chunks), isWhole: true }));
  });
