import type { Caller } from './call.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { kitFault } from './kit-faults.ts';
import type { Kit } from './pipeline.ts';
import { rateLimitHeaders, type Taken } from './rate-limit.ts';
import type { Quota } from './surfaces.ts';

/** A turn of a quota that has been taken. */
interface OfQuota {
  readonly quota: Quota;
  readonly taken: Taken;
}

/**
 * Takes a turn of all that a caller may ask at the door that the request came through, if that counts: whatever they ask, and
 * whatever becomes of it. Throws the 429. `limit`: what the endpoint itself allows, for the headers.
 */
export const takeOfQuota = async (
  { limiter }: Pick<Kit, 'limiter'>,
  quota: Quota | undefined,
  { caller, limit }: { readonly caller: Caller; readonly limit: number },
): Promise<OfQuota | undefined> => {
  if (quota === undefined) return undefined;
  const { name, requests, windowMs } = quota;
  const taken = await limiter.take(`${name} ${caller.tenant}`, requests, windowMs);
  if (taken.ok) return { quota, taken };
  const headers = rateLimitHeaders(limit, undefined, { quota, taken });
  throw kitFault('rate_limit_exceeded', `More than ${requests} requests within ${windowMs / 1_000} seconds.`, {
    headers,
  });
};

interface Turn {
  readonly endpoint: AnyEndpoint;
  readonly caller: Caller;
  readonly limit: number;
  readonly ofQuota: OfQuota | undefined;
}

/** Takes a turn of the caller at an endpoint. Resolves with the headers that say what is left; throws the 429. */
export const takeTurn = async (
  kit: Pick<Kit, 'limiter' | 'strangers'>,
  { endpoint, caller, limit, ofQuota }: Turn,
): Promise<Record<string, string>> => {
  const limiter = caller.stranger ? kit.strangers : kit.limiter;
  const taken = await limiter.take(`${endpoint.surface.name} ${caller.tenant} ${endpoint.id}`, limit);
  const headers = rateLimitHeaders(limit, taken, ofQuota);
  if (taken.ok) return headers;
  throw kitFault('rate_limit_exceeded', `More than ${limit} requests within one second.`, { headers });
};
