import { lookup as dnsLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { type RequestOptions, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { isPublicAddress } from '../../kit/outbound/public-address.ts';
import { mayBePublicHost } from './public-host.ts';

export interface PushRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly signal?: AbortSignal;
}

/** The way to push services. */
export interface PushTransport {
  /** Whether an endpoint that somebody gives us is one that we would call. */
  mayReach(url: URL): boolean;
  /** Resolves with the status of the answer; its body is nothing to us. Throws where there is none. */
  post(request: PushRequest): Promise<number>;
}

const ANSWER_WITHIN = Seconds(15);
const HEADERS_BYTES_MAX = 8_192;

/**
 * HTTPS to the public internet alone, whatever a subscription says. INVARIANT: the address that is connected to is one
 * that was looked at, since the connection is made with our own look-up; no redirect is followed. `loopback` is for tests:
 * it lets this machine be reached, on any port, and says which authority to believe.
 */
export const httpsPushTransport = (deps: {
  readonly clock: Clock;
  readonly loopback?: { readonly ca: string };
  /** Who knows the addresses of names: the system, unless a test does. */
  readonly lookup?: Lookup;
}): PushTransport => {
  const { clock, loopback, lookup = dnsLookup } = deps;
  const mayReach = (url: URL): boolean => {
    if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hash !== '') return false;
    return loopback !== undefined ? url.hostname === 'localhost' : url.port === '' && mayBePublicHost(url.hostname);
  };
  return {
    mayReach,
    post: ({ url, headers, body, signal }) =>
      new Promise((resolve, reject) => {
        if (!mayReach(url)) return void reject(new Error('the endpoint is not a push service of the public internet'));
        const options: RequestOptions = {
          method: 'POST',
          headers: { ...headers, 'content-length': body.length },
          agent: false,
          maxHeaderSize: HEADERS_BYTES_MAX,
          ...(signal !== undefined && { signal }),
          ...(loopback === undefined ? { lookup: publicOnly(lookup) } : { ca: loopback.ca }),
        };
        const outgoing = request(url, options);
        const timer = clock.after(ANSWER_WITHIN, () => outgoing.destroy(new Error('the push service said nothing')));
        outgoing.on('close', () => timer.cancel());
        outgoing.on('error', reject);
        outgoing.on('response', (response) => {
          resolve(response.statusCode ?? 0);
          response.destroy();
        });
        outgoing.end(body);
      }),
  };
};

type Lookup = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** All addresses of a name must be public: a name with one of each kind is a trick. */
const publicOnly =
  (lookup: Lookup): LookupFunction =>
  (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses = []) => {
      const [first] = addresses;
      if (error !== null) return void done(error, '', 0);
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
        return void done(new Error('the push service has an address that is not public'), '', 0);
      if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
