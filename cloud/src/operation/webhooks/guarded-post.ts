import { lookup } from 'node:dns/promises';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { isPublicAddress } from '../../kit/outbound/public-address.ts';

export interface PostTargets {
  /** Only addresses of the internet, unless the operator of the installation says otherwise. */
  readonly addresses: 'public' | 'any';
  /** Authorities to trust beside the usual ones. */
  readonly ca?: string;
}

export interface Posted {
  readonly status: number;
}

const TIMEOUT = Seconds(10);
const ANSWER_BYTES_MAX = 16_384;

/**
 * Sends a POST to a URL that somebody registered. INVARIANTS: the name is resolved once, what it resolves to is checked, and
 * the connection goes to that address and no other; a redirect is an answer and is not followed; it all ends in ten
 * seconds; of the answer nothing is kept but its status. Rejects with a reason that names no secret.
 */
export const guardedPost = async (
  url: URL,
  { headers, body, signal }: { headers: Readonly<Record<string, string>>; body: string; signal: AbortSignal },
  { clock, targets }: { clock: Pick<Clock, 'after'>; targets: PostTargets },
): Promise<Posted> => {
  if (url.protocol !== 'https:') throw new Error('only https is sent to');
  const ended = new AbortController();
  const timer = clock.after(TIMEOUT, () => ended.abort(new Error('no answer within 10 seconds')));
  const either = AbortSignal.any([signal, ended.signal]);
  try {
    const target = await orAborted(addressOf(url, targets), either);
    return await send(url, { headers, body, signal: either, target, ca: targets.ca });
  } finally {
    timer.cancel();
  }
};

interface Target {
  readonly address: string;
  readonly family: number;
}

/** One of the addresses of the name, if all of them may be sent to: a name that mixes them is a trick. */
const addressOf = async ({ hostname }: URL, { addresses }: PostTargets): Promise<Target> => {
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const found = family === 0 ? await lookup(host, { all: true }) : [{ address: host, family }];
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
  sent: {
    headers: Readonly<Record<string, string>>;
    body: string;
    signal: AbortSignal;
    target: Target;
    ca: string | undefined;
  },
): Promise<Posted> =>
  new Promise((resolve, reject) => {
    const { address, family } = sent.target;
    const pinned: LookupFunction = (_name, options, done) =>
      options.all === true ? done(null, [{ address, family }]) : done(null, address, family);
    const length = Buffer.byteLength(sent.body);
    const req = request(
      url,
      {
        method: 'POST',
        agent: false,
        lookup: pinned,
        signal: sent.signal,
        headers: { ...sent.headers, 'content-length': length },
        ...(sent.ca !== undefined && { ca: [...rootCertificates, sent.ca] }),
      },
      (res) => {
        let bytes = 0;
        const status = res.statusCode ?? 0;
        res.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= ANSWER_BYTES_MAX) return;
          // Its status is all that counts, so what more it says need not come.
          resolve({ status });
          req.destroy();
        });
        res.on('end', () => resolve({ status }));
        res.on('error', reject);
      },
    );
    req.on('error', (error) => reject(sent.signal.aborted ? sent.signal.reason : error));
    req.end(sent.body);
  });
