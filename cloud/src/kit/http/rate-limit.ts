import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Quota } from './surfaces.ts';

export interface Taken {
  readonly ok: boolean;
  /** How many more would be let through right now. */
  readonly remaining: number;
  /** When the next would be, in ms from now. 0 while there are any left. */
  readonly retryAfterMs: number;
}

/**
 * Lets at most `limit` through in any span of `windowMs`, a second unless said otherwise: a sliding log of the accepted times, no
 * queueing. A key has one window, whoever asks for it.
 */
export interface RateLimiter {
  take(key: string, limit: number, windowMs?: number): Taken | Promise<Taken>;
}

export const WINDOW_MS = 1_000;

/** When requests were let through, the oldest first, of which so many are past. */
interface Accepted {
  readonly times: number[];
  past: number;
}
/** Past times leave the list many at a time: moving thousands up by one costs more than the rest of a request. */
const PAST_KEPT = 64;

const forgetPast = (accepted: Accepted, now: number, windowMs: number): void => {
  const { times } = accepted;
  while (accepted.past < times.length && now - (times[accepted.past] as number) >= windowMs) accepted.past++;
  if (accepted.past < PAST_KEPT || accepted.past * 2 < times.length) return;
  times.splice(0, accepted.past);
  accepted.past = 0;
};

/** For one process. Holds `keysMax` keys at most; the one that was longest not asked for makes room. */
export const memoryRateLimiter = (clock: Pick<Clock, 'monoMs'>, keysMax = 10_000): RateLimiter => {
  const logs = new Map<string, Accepted>();
  return {
    take: (key, limit, windowMs = WINDOW_MS) => {
      const now = clock.monoMs();
      const accepted = logs.get(key) ?? { times: [], past: 0 };
      forgetPast(accepted, now, windowMs);
      const { times } = accepted;
      const ok = times.length - accepted.past < limit;
      if (ok) times.push(now);
      logs.delete(key); // Set again below, so that the map stays in the order of use.
      logs.set(key, accepted);
      if (logs.size > keysMax) logs.delete(logs.keys().next().value as string);
      const remaining = Math.max(0, limit - (times.length - accepted.past));
      // The first that frees a place: with a limit that was lowered meanwhile, not the oldest.
      const frees = times[times.length - limit];
      return { ok, remaining, retryAfterMs: remaining > 0 || frees === undefined ? 0 : frees + windowMs - now };
    },
  };
};

/** The policies alone: for an answer to a request that was turned away before it was counted. */
export const rateLimitPolicy = (limit: number, quota?: Quota): Readonly<Record<string, string>> => {
  const name = quota === undefined ? String(limit) : `${limit} ${quota.name} ${quota.requests} ${quota.windowMs}`;
  const known = policies.get(name) ?? { 'RateLimit-Policy': policyOf(limit, quota) };
  policies.set(name, known);
  return known;
};
const policyOf = (limit: number, quota: Quota | undefined): string => {
  const ofEndpoint = `"endpoint";q=${limit};w=1`;
  if (quota === undefined) return ofEndpoint;
  return `${ofEndpoint}, "${quota.name}";q=${quota.requests};w=${Math.ceil(quota.windowMs / 1_000)}`;
};
/** By limit and quota: accounts set few different ones. */
const policies = new Map<string, Readonly<Record<string, string>>>();

/** What came of a turn of an endpoint, or of a quota. */
interface Turn {
  readonly name: string;
  readonly taken: Taken;
  readonly windowMs: number;
}

/**
 * The header fields of an answer (draft-ietf-httpapi-ratelimit-headers): what is left, and on a refusal when to come back, all in
 * whole seconds.
 */
const leftOf = (turns: readonly Turn[]): Record<string, string> => {
  const secondsOf = ({ taken }: Turn) => Math.max(1, Math.ceil(taken.retryAfterMs / 1_000));
  const items = turns.map((turn) => {
    const { name, taken, windowMs } = turn;
    return `"${name}";r=${taken.remaining};t=${taken.remaining > 0 ? Math.ceil(windowMs / 1_000) : secondsOf(turn)}`;
  });
  const refused = turns.find(({ taken }) => !taken.ok);
  return { RateLimit: items.join(', '), ...(refused && { 'Retry-After': String(secondsOf(refused)) }) };
};

/** The same with the policies. `ofQuota`: where the door that the request came through counts all of a caller’s. */
export const rateLimitHeaders = (
  limit: number,
  taken: Taken | undefined,
  ofQuota?: { readonly quota: Quota; readonly taken: Taken },
): Record<string, string> => ({
  ...rateLimitPolicy(limit, ofQuota?.quota),
  ...leftOf([
    ...(taken === undefined ? [] : [{ name: 'endpoint', taken, windowMs: WINDOW_MS }]),
    ...(ofQuota === undefined
      ? []
      : [{ name: ofQuota.quota.name, taken: ofQuota.taken, windowMs: ofQuota.quota.windowMs }]),
  ]),
});
