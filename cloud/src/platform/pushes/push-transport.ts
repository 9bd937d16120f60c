import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { guardedRequest, type OutboundDeps } from '../../kit/outbound/guarded-request.ts';
import { mayBePublicHost } from '../../kit/outbound/public-host.ts';

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

/**
 * HTTPS to the public internet alone, whatever a subscription says. `loopback` is for tests: it lets this machine be
 * reached, on any port, and says which authority to believe.
 */
export const httpsPushTransport = ({
  clock,
  loopback,
  lookup,
}: {
  readonly clock: Clock;
  readonly loopback?: { readonly ca: string };
} & Pick<OutboundDeps, 'lookup'>): PushTransport => {
  const targets =
    loopback === undefined ? ({ addresses: 'public' } as const) : { addresses: 'any' as const, ...loopback };
  const deps = { clock, targets, ...(lookup !== undefined && { lookup }) };
  const mayReach = (url: URL): boolean => {
    if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hash !== '') return false;
    return loopback !== undefined ? url.hostname === 'localhost' : url.port === '' && mayBePublicHost(url.hostname);
  };
  return {
    mayReach,
    post: async ({ url, ...sent }) => {
      if (!mayReach(url)) throw new Error('the endpoint is not a push service of the public internet');
      const { status } = await guardedRequest(url, { ...sent, method: 'POST', within: ANSWER_WITHIN }, deps);
      return status;
    },
  };
};
